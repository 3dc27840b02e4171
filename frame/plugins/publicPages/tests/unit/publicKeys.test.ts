import { type AnyResource, choice, dateTime, defineResource, me, text } from 'portal-frame';
import { ConfigError, checkResources, checkRoles } from 'portal-frame/internal';
import { createRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import keys from '../../keys.ts';
import { publicPages } from '../../plugin.ts';

const roles = createRoles({
  admin: { home: '/requests', manages: true },
  public: { home: '/public/request', public: true },
});
const states = { field: 'state', start: 'Asked', transitions: { accept: { from: 'Asked', to: 'Done' } } } as const;

const createConfig = () =>
  defineResource({
    name: 'requests',
    icon: 'inventory',
    title: '{title}',
    fields: { title: text({ required: true }), at: dateTime(), state: choice({ choices: ['Asked', 'Done'] }) },
    states,
    list: { columns: ['title'] },
    create: { groups: [{ label: 'Request', fields: ['title'] }] },
    links: { mine: { days: 7, fields: ['title'], transitions: ['accept'] } },
    roles: {
      admin: { list: '/requests', can: ['list', 'accept'] },
      public: { form: '/public/request', can: ['create'] },
    },
  }) as unknown as AnyResource;

const errorsOf = (check: () => unknown): readonly string[] => {
  try {
    check();
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
};

test.each<[error: string, change: (config: ReturnType<typeof JSON.parse>) => void]>([
  ['roles.public.can: found "edit", expected list or create.', (c) => c.roles.public.can.push('edit')],
  ['roles.public.form: found "/ask", expected a path below /public', (c) => (c.roles.public.form = '/ask')],
  ['roles.public.where.title: found "me", expected a value', (c) => (c.roles.public.where = { title: me })],
  ['create.groups: found "at", expected a field of one of the kinds text', (c) => c.create.groups[0].fields.push('at')],
  ['links.mine.fields.0: found "titel", expected one of the fields', (c) => (c.links.mine.fields = ['titel'])],
  ['links.mine.transitions.0: found "acept"', (c) => (c.links.mine.transitions = ['acept'])],
  ['links.mine.days', (c) => (c.links.mine.days = 0)],
])('refuses a public page or link: %s', (error, change) => {
  const check = (config: AnyResource) =>
    errorsOf(() => checkResources({ 'src/resources/requests.ts': config }, { roles, keys }));
  expect(check(createConfig())).toEqual([]);
  const changed = createConfig();
  change(changed);
  expect(check(changed).join('\n')).toContain(error);
});

test('refuses a public role without a plug-in that has its pages', () => {
  const check = (plugins: Parameters<typeof checkRoles>[3]) =>
    errorsOf(() => checkRoles(roles, [], [createConfig()], plugins));
  expect(check([{ plugin: publicPages }])).toEqual([]);
  expect(check([])).toEqual([
    'src/roles.ts: public.public: found true, expected a plug-in with pages for it in server/app.ts (docs/public-pages.md).',
  ]);
});

test('types links by the fields and transitions of their resource', () => {
  const config = { name: 'asks', icon: 'inventory', fields: { note: text() }, roles: {} } as const;
  const list = { columns: ['note'] } as const;
  defineResource({ ...config, list, links: { good: { days: 1, fields: ['note'], where: { note: 'x' } } } });
  // @ts-expect-error no such field
  defineResource({ ...config, list, links: { bad: { days: 1, fields: ['nope'] } } });
  // @ts-expect-error no such transition
  defineResource({ ...config, list, links: { bad: { days: 1, fields: ['note'], transitions: ['give'] } } });
});
