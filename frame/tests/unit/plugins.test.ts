import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createClaims } from '../../config/app/claimNames.ts';
import { definePlugin, type Plugin } from '../../config/app/definePlugin.ts';
import { addPluginResources } from '../../config/app/pluginResources.ts';
import type { ResourceExtension } from '../../config/app/resourceExtension.ts';
import { extendResourceSchema, loadKeys } from '../../config/app/resourceKeys.ts';
import { manage } from '../../config/permissions.ts';
import { type AnyResource, defineResource } from '../../config/resource.ts';
import { date, number, text } from '../../fields/index.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { EnvironmentError } from '../../server/base/operatorErrors.ts';
import { addServerTexts, getServerTexts } from '../../server/base/serverTexts.ts';
import { readConfig } from '../../server/config.ts';
import { defineServer } from '../../server/defineServer.ts';
import { loadResources } from '../../server/records/schema/loadResources.ts';
import type { ServerPlugin } from '../../server/serverParts.ts';
import type { Feature } from '../../wire/features.ts';
import { createRoles, type Role } from '../../wire/roles.ts';

const plugin = (name: string, parts: Omit<ServerPlugin, 'plugin'> = {}, needs: readonly string[] = []) =>
  defineServerPlugin(definePlugin({ name, frame: '^0.1', needs, features: [name as Feature] }), parts);
const serve = (...plugins: ServerPlugin[]) => defineServer({ name: 'Shop', roles: {}, plugins });

describe('plug-ins of a server', () => {
  test('come after those that they need, and before the app', async () => {
    const ran: string[] = [];
    const notes = (name: string) => ({
      afterChanges: () => void ran.push(name),
      beforeCommit: async () => void ran.push(`${name} last`),
    });
    const app = defineServer({
      ...{ name: 'Shop', roles: {}, features: ['app'], ...notes('app') },
      plugins: [plugin('invoices', notes('invoices'), ['orders']), plugin('orders', notes('orders'))],
    });
    expect(app.features).toEqual(['orders', 'invoices', 'app']);
    await app.afterChanges?.({} as never);
    await app.beforeCommit?.({} as never);
    expect(ran).toEqual(['orders', 'invoices', 'app', 'orders last', 'invoices last', 'app last']);
  });

  test('check their variables together with those of others', () => {
    const checkSettings = ({ motto, publicUrl }: { motto?: string; publicUrl?: string }) => {
      if (motto && !publicUrl) throw new EnvironmentError('MOTTO needs PUBLIC_URL.');
    };
    const settings = z.object({ MOTTO: z.string().optional() });
    const app = serve(plugin('motto', { settings, checkSettings: checkSettings as never }, ['app']));
    const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const env = { DATA_DIR: folder, MOTTO: 'Measure twice' };
    expect(() => readConfig(env, app)).toThrow('MOTTO needs PUBLIC_URL.');
    expect(readConfig({ ...env, PUBLIC_URL: 'https://shop.example' }, app)).toMatchObject({ motto: env.MOTTO });
  });

  test.each([
    ['a missing need', () => serve(plugin('invoices', {}, ['orders'])), 'Add it: plugins: [orders, invoices].'],
    ['a circle', () => serve(plugin('a', {}, ['b']), plugin('b', {}, ['a'])), 'found a circle of needs: a, b.'],
    ['the name of another owner', () => serve(plugin('app')), '"app" is no name for a plug-in'],
    ['a plug-in twice', () => serve(plugin('a'), plugin('a')), 'found "a" twice, expected it once.'],
    [
      'another version of the frame',
      () => serve(defineServerPlugin(definePlugin({ name: 'a', frame: '^7.0' }), {})),
      '"a" works with the frame ^7.0, but this one is 0.1.0.',
    ],
    [
      'two owners of a name',
      () => serve(plugin('a', { parameters: { day: 'A' } }), plugin('b', { parameters: { day: 'B' } })),
      '"a" and "b" both have parameters.day.',
    ],
  ])('refuse %s in one line that names it', (_, start, message) => {
    expect(start).toThrow(message);
  });

  test('offer a feature only if all agree, and add their texts below those of the app', async () => {
    const app = serve(
      plugin('a', { offersFeature: (feature) => feature !== 'beta' }),
      defineServerPlugin(
        definePlugin({ name: 'b', frame: '^0.1', texts: { en: { b: { greeting: 'Hello' }, form: { save: 'Keep' } } } }),
        {
          offersFeature: () => true,
        },
      ),
    );
    expect(['alpha', 'beta'].map((one) => app.offersFeature?.(one, {} as never))).toEqual([true, false]);
    await addServerTexts(app.plugins);
    const { translate } = getServerTexts('en');
    expect([translate('b.greeting'), translate('form.save')]).toEqual(['Hello', 'Save']);
  });
});

describe('resources of plug-ins', () => {
  const loans = { name: 'loans', api: {}, show: { groups: [], related: [] } } as unknown as AnyResource;
  const fines = { name: 'fines' } as unknown as AnyResource;
  const related = [{ resource: 'fines', field: 'loan' }];
  const groups = [{ label: 'Fines', fields: ['id'] }];

  test('stand beside those of the app, and add groups and related lists to resources that are there', () => {
    const plugin = {
      name: 'fines',
      frame: '^0.1',
      resources: [fines],
      extend: { loans: { show: { groups, related } }, gone: {} },
    };
    expect(addPluginResources({ 'src/resources/loans.ts': loans }, [{ plugin }])).toEqual({
      'src/resources/loans.ts': { name: 'loans', api: {}, show: { groups, related } },
      'fines/resources/fines.ts': fines,
    });
  });

  const states = (...choices: string[]) => ({
    name: 'loans',
    fields: { state: { kind: { holds: 'choice' }, choices }, day: {} },
  });
  const extending = (name: string, field: string, add: string, after?: string) => ({
    plugin: { name, frame: '^0.1', extend: { loans: { choices: { [field]: [{ add, ...(after && { after }) }] } } } },
  });
  const extend = (...plugins: { plugin: Plugin }[]) =>
    addPluginResources({ a: states('open', 'closed') }, plugins, createClaims()).a;

  test('get choices from plug-ins, each behind the one that is named, or else at the end', () => {
    const late = extending('fines', 'state', 'late', 'open');
    expect(extend(late, extending('archive', 'state', 'kept', 'gone'))).toEqual(
      states('open', 'late', 'closed', 'kept'),
    );
  });

  test.each([
    ['a choice of the app', ['closed'], 'the app and "archive" both have the choice loans.state.closed.'],
    ['one choice twice', ['late', 'late'], '"archive" and "fines" both have the choice loans.state.late.'],
  ])('refuse %s and name both owners', (_, added, message) => {
    const names = ['archive', 'fines'];
    const parts = added.map((add, at) => extending(names[at] as string, 'state', add));
    expect(() => extend(...parts)).toThrow(message);
  });

  const acting = (name: string, add: string) => ({
    plugin: {
      ...{ name, frame: '^0.1' },
      extend: {
        loans: { actions: [{ add, after: 'lend', roles: ['clerk' as Role], action: { field: add } as never }] },
      },
    },
  });
  const roles = { clerk: { can: ['list'] }, guest: { can: ['list'] } };
  const lending = { name: 'loans', roles, actions: { lend: { field: 'lend' }, close: { field: 'close' } } };

  test('get actions from plug-ins in named places, each name once', () => {
    const { a } = addPluginResources({ a: lending }, [acting('fines', 'remind')]) as { a: typeof lending };
    expect(Object.entries(a.actions)).toEqual([
      ['lend', { field: 'lend' }],
      ['remind', { field: 'remind' }],
      ['close', { field: 'close' }],
    ]);
    expect(a.roles).toEqual({ clerk: { can: ['list', 'remind'] }, guest: { can: ['list'] } });
    const twice = () =>
      addPluginResources({ a: lending }, [acting('fines', 'remind'), acting('mails', 'remind')], createClaims());
    expect(twice).toThrow('"fines" and "mails" both have the action loans.remind.');
    expect(() => addPluginResources({ a: lending }, [acting('fines', 'close')], createClaims())).toThrow(
      'the app and "fines" both have the action loans.close.',
    );
  });

  test('get keys of other plug-ins and parts of their calls, each once', () => {
    const adding = (name: string, extension: object) => ({
      plugin: { name, frame: '^0.1', extend: { loans: extension } },
    });
    const all = { api: { list: {} }, roles };
    const extended = (own: object, ...plugins: { plugin: Plugin }[]) =>
      addPluginResources({ a: { name: 'loans', ...own } }, plugins, createClaims()).a;
    const more = adding('files', { keys: { tags: ['a'] }, api: { read: {} } });
    expect(extended(all, more)).toEqual({ name: 'loans', ...all, tags: ['a'], api: { list: {}, read: {} } });
    expect(extended({ roles }, more)).toEqual({ name: 'loans', roles, tags: ['a'] });
    expect(() => extended(all, more, adding('sheets', { keys: { tags: [] } }))).toThrow(
      '"files" and "sheets" both have the key loans.tags.',
    );
    const listing = { api: { list: { clerk: { call: 'lists' } } }, roles };
    expect(() => extended(listing, adding('sheets', { api: { list: { clerk: { call: 'reads' } } } }))).toThrow(
      'the app and "sheets" both have the key loans.api.list.clerk.call.',
    );
  });

  describe('get further parts of their config', () => {
    const place = { name: 'loans', icon: 'build', roles: { clerk: { can: manage } } } as const;
    const fields = { book: text(), due: date(), note: text() };
    const collection = defineResource({
      ...place,
      fields,
      list: { columns: ['book', 'due'], filters: ['due', { field: 'due', name: 'from', operator: 'gte' }] },
      show: { chips: ['book'] },
      create: { groups: { loan: ['book'] }, sticky: ['book'] },
    } as never);
    const extended = (resource: unknown, ...extensions: ResourceExtension[]) =>
      addPluginResources(
        { a: resource },
        extensions.map((loans, at) => ({ plugin: { name: `p${at}`, frame: '^0.1', extend: { loans } } })),
        createClaims(),
      ).a as AnyResource;

    test('fields, as if the config named them', () => {
      const added = {
        fine: number(),
        paid: number({ read: ['clerk' as Role] }),
        fines: number({ rollup: {} as never }),
      };
      const { fields, list } = extended(collection, {
        fields: [{ add: added, after: 'book' }],
        list: { columns: ['paid'] },
      });
      expect(Object.keys(fields).slice(0, 5)).toEqual(['book', 'fine', 'paid', 'fines', 'due']);
      expect(fields.fines?.readOnly).toBe(true);
      expect(list.columns.at(-1)).toEqual({ field: 'paid', roles: ['clerk'] });
    });

    test('columns, filters and tabs, each behind the one that is named, first, or else at the end', () => {
      const { list } = extended(collection, {
        list: {
          columns: [{ field: 'fine', hidden: true, after: 'book' }, 'note', { field: 'paid', after: null }],
          filters: [
            { field: 'fine', after: 'due' },
            { field: 'due', name: 'to', after: 'from' },
          ],
          tabs: [{ name: 'late' }],
          sortable: [{ add: 'due', after: 'book' }],
        },
      });
      expect(list.columns).toEqual([{ field: 'paid' }, 'book', { field: 'fine', hidden: true }, 'due', 'note']);
      expect(list.filters).toEqual([
        ...['due', { field: 'fine' }, { field: 'due', name: 'from', operator: 'gte' }],
        { field: 'due', name: 'to' },
      ]);
      expect(list.tabs).toEqual([{ name: 'late', label: 'resources.loans.tabs.late' }]);
      expect(list.sortable).toEqual(['due']);
    });

    test('groups of forms by name, and what the forms keep', () => {
      const { create, show } = extended(collection, {
        show: { chips: ['due'] },
        create: { groups: { fines: ['fine'] }, sticky: ['fine'], duplicate: { fields: ['fine'] } },
      });
      expect(show?.chips).toEqual(['book', 'due']);
      expect(create?.groups.at(-1)).toEqual({ label: 'resources.loans.groups.fines', fields: ['fine'] });
      expect([create?.sticky, create?.duplicate]).toEqual([['book', 'fine'], undefined]);
    });

    test('parts of keys of other plug-ins, if the list has the key, and columns of tables', () => {
      const calendar = { calendar: { details: ['note'], warning: 'fine' } } as object;
      const own = { ...collection, list: { ...collection.list, calendar: { date: 'due', details: ['book'] } } };
      expect(extended(own, { list: calendar }).list).toMatchObject({
        calendar: { date: 'due', details: ['book', 'note'], warning: 'fine' },
      });
      expect(extended(collection, { list: calendar }).list).not.toHaveProperty('calendar');
      const stored = { ...collection, api: {}, table: { name: 'loans', columns: { due: 'due_on' } } };
      expect(extended(stored, { table: { columns: { fine: null } } }).table?.columns).toEqual({
        ...{ due: 'due_on', fine: null },
      });
    });

    test.each<[string, ResourceExtension, string]>([
      ['field', { fields: [{ add: { fine: number() } }] }, '"p0" and "p1" both have the field loans.fine.'],
      ['column', { list: { columns: ['note'] } }, '"p0" and "p1" both have the entry loans.list.columns.note.'],
      ['tab', { list: { tabs: [{ name: 'late' }] } }, '"p0" and "p1" both have the entry loans.list.tabs.late.'],
      [
        'filter of the app',
        { list: { filters: ['due'] } },
        'the app and "p0" both have the entry loans.list.filters.due.',
      ],
      [
        'group',
        { create: { groups: { fines: ['fine'] } } },
        '"p0" and "p1" both have the entry loans.create.groups.resources.loans.groups.fines.',
      ],
    ])('refuse a %s of two owners, and name both', (_, extension, message) => {
      expect(() => extended(collection, extension, extension)).toThrow(message);
    });
  });

  test('let roles run their actions, each right given once', () => {
    const call = { path: '/lend' } as never;
    const granting = (action: string, role = 'clerk', name = 'fines') => ({
      plugin: {
        ...{ name, frame: '^0.1' },
        extend: { loans: { grants: [{ action, role: role as Role, binding: { call } }] } },
      },
    });
    const grant = (...plugins: { plugin: Plugin }[]) => addPluginResources({ a: lending }, plugins, createClaims()).a;
    expect(grant(granting('lend'))).toEqual({
      ...lending,
      roles: { clerk: { can: ['list', 'lend'] }, guest: { can: ['list'] } },
      api: { actions: { lend: { clerk: { call } } } },
    });
    expect(grant(granting('lend', 'visitor'))).toEqual(lending);
    expect(() => grant(granting('lend'), granting('lend', 'clerk', 'mails'))).toThrow(
      '"fines" and "mails" both have the right loans.lend.clerk.',
    );
  });

  test('refuse choices of a field without choices', () => {
    const message = '"fines" adds choices to loans.day, which is no choice field.';
    expect(() => extend(extending('fines', 'day', 'late'))).toThrow(message);
  });

  test('are refused if only the browser has the plug-in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src', 'plugins.ts'),
      "export default [{ plugin: { name: 'fines', frame: '^0.1', resources: [] } }];",
    );
    const roles = createRoles({ clerk: { home: '/' } });
    await expect(loadResources({ roles, folder, plugins: [] })).rejects.toThrow(
      'src/plugins.ts: found "fines", which the server lacks. Add it: plugins: [fines] in server/app.ts.',
    );
  });
});

describe('keys of plug-ins', () => {
  const withKeys = (name: string, ...paths: string[]) => ({
    plugin: definePlugin({
      ...{ name, frame: '^0.1' },
      keys: async () => ({ default: Object.fromEntries(paths.map((path) => [path, { schema: z.string() }])) }),
    }),
  });

  test('are part of a resource at any depth, and may be left out', async () => {
    const schema = extendResourceSchema(await loadKeys([withKeys('tags', 'tags', 'list.map')]));
    const one = { name: 'books', icon: 'build', fields: {}, roles: {} };
    const accepts = (keys: object) => schema.safeParse({ ...one, list: { columns: ['title'] }, ...keys }).success;
    expect([accepts({}), accepts({ tags: 'a' }), accepts({ list: { columns: ['a'], map: 'b' } })]).toEqual([
      ...[true, true, true],
    ]);
    expect([accepts({ tags: 1 }), accepts({ list: { columns: ['a'], map: 1 } })]).toEqual([false, false]);
  });

  test('have one owner', async () => {
    await expect(loadKeys([withKeys('a', 'tags'), withKeys('b', 'tags')])).rejects.toThrow(
      'src/plugins.ts: "a" and "b" both add the key tags.',
    );
  });

  test('are refused with the name of the plug-in of the frame that is not listed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const roles = createRoles({ clerk: { home: '/' } });
    const loans = { name: 'loans', icon: 'build', fields: {}, list: { columns: ['a'], calendar: {} }, roles: {} };
    await expect(loadResources({ roles, folder }, undefined, { 'src/resources/loans.ts': loans })).rejects.toThrow(
      'list.calendar: found "calendar", expected the plug-in "calendar" in src/plugins.ts, which adds this key.',
    );
  });
});
