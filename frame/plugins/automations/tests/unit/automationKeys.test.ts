import { type AnyResource, choice, defineResource, email, me, number, reference, text } from 'portal-frame';
import { ConfigError, checkResources } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import keys from '../../keys.ts';

/** Returns the errors of a modified config, which is typed like a file written without an editor. */
function errorsOf(change: (config: ReturnType<typeof JSON.parse>) => void): readonly string[] {
  const config = defineResource({
    name: 'supplies',
    icon: 'inventory',
    fields: { title: text({ required: true }), amount: number() },
    list: { columns: ['title', 'amount'] },
    title: '{title}',
    roles: { admin: { list: '/supplies', can: ['list'] } },
  }) as unknown as AnyResource;
  change(config);
  try {
    checkResources({ 'src/resources/supplies.ts': config }, { roles: getPageRoles(), keys });
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
}

test.each<[error: string, change: (config: ReturnType<typeof JSON.parse>) => void]>([
  [
    'automations.label: found ["on"], expected one of mail, notify and job.',
    (c) => (c.automations = { label: { on: { create: true } } }),
  ],
  [
    'automations.label.on.update.0: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
    (c) => (c.automations = { label: { on: { update: ['amuont'] }, job: 'print' } }),
  ],
  [
    'automations.label.mail.to.0: found "title", expected a reference to people with accounts, or an e-mail address.',
    (c) => (c.automations = { label: { on: { create: true }, mail: { to: ['title'] } } }),
  ],
  [
    'automations.label.mail.to.0',
    (c) => (c.automations = { label: { on: { create: true }, mail: { to: [{ role: 'boss' }] } } }),
  ],
  [
    'automations.label.notify.to.0: found "mail", expected a reference to people with accounts.',
    (c) => {
      c.fields.mail = email();
      c.automations = { label: { on: { create: true }, notify: { to: ['mail'] } } };
    },
  ],
  [
    'automations.label.notify.about: found "title", expected a reference, or a path to one.',
    (c) => {
      const on = { create: true };
      c.automations = { label: { on, notify: { to: [{ role: 'admin' }], about: 'title' } } };
    },
  ],
  [
    'automations.label.where.title: found "me", expected a value: nobody is signed in',
    (c) => (c.automations = { label: { on: { create: true }, where: { title: me }, job: 'print' } }),
  ],
])('refuses an automation: %s', (error, change) => {
  expect(errorsOf(() => undefined)).toEqual([]);
  expect(errorsOf(change).join('\n')).toContain(error);
});

const fields = {
  item: reference({ to: 'items' }),
  days: number(),
  note: text(),
  state: choice({ choices: ['Reserved', 'Out'] }),
};

test('types automations by the fields, transitions and recipients of their resource', () => {
  const config = { name: 'jobsToDo', icon: 'inventory', fields, list: { columns: ['note'] }, roles: {} } as const;
  const states = { field: 'state', start: 'Reserved', transitions: { hand: { from: 'Reserved', to: 'Out' } } } as const;
  defineResource({
    ...config,
    states,
    automations: {
      good: { on: { update: ['note'], transition: ['hand'] }, mail: { to: ['item.owner', { role: 'admin' }] } },
    },
  });
  // @ts-expect-error no such field
  defineResource({ ...config, states, automations: { bad: { on: { update: ['nope'] }, job: 'x' } } });
  // @ts-expect-error no such transition
  defineResource({ ...config, states, automations: { bad: { on: { transition: ['give'] }, job: 'x' } } });
  // @ts-expect-error the path begins with no field
  defineResource({ ...config, states, automations: { bad: { on: { create: true }, mail: { to: ['thing.owner'] } } } });
  // @ts-expect-error no value of the field
  defineResource({ ...config, states, automations: { bad: { on: { create: true }, where: { days: 'x' }, job: 'x' } } });
});
