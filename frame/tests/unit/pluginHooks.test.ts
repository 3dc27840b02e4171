import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import type { AnyResource } from '../../config/resource.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { defineServer } from '../../server/defineServer.ts';
import { loadHooks } from '../../server/records/write/loadHooks.ts';
import type { Hooks } from '../../server/records/write/runHooks.ts';

const loans = { name: 'loans', fields: {} } as unknown as AnyResource;
const plugin = (name: string, hooks: Hooks, needs: readonly string[] = []) =>
  defineServerPlugin(definePlugin({ name, frame: '^0.1', needs }), { hooks: { loans: hooks } });

/** Loads the hooks of loans, with those of a file of the app. */
async function load(plugins: ReturnType<typeof plugin>[], file = '{}'): Promise<Hooks> {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'loans.ts'), `export default ${file};`);
  const app = defineServer({ name: 'Shop', roles: {}, plugins });
  return (await loadHooks([loans], folder, undefined, app)).loans as Hooks;
}

const noting = (name: string, seen: unknown[]): Hooks => ({
  before: {
    create({ values }) {
      seen.push([name, { ...values }]);
      return { [name]: true };
    },
  },
  after: { create: () => void seen.push(`after ${name}`) },
  afterAll: () => void seen.push(`afterAll ${name}`),
});

test('hooks of several owners run in the order of needs, the app before those that need it', async () => {
  const seen: unknown[] = [];
  const plugins = [
    ...[plugin('fines', noting('fines', seen), ['app', 'mails']), plugin('mails', noting('mails', seen))],
  ];
  const hooks = await load(plugins, '{ before: { create: ({ values }) => ({ byApp: Object.keys(values).join() }) } }');
  expect(await hooks.before?.create?.({ values: { book: 'b' } } as never)).toEqual({
    ...{ mails: true, byApp: 'book,mails', fines: true },
  });
  expect(seen).toEqual([
    ['mails', { book: 'b' }],
    ['fines', { book: 'b', mails: true, byApp: 'book,mails' }],
  ]);
  await hooks.after?.create?.({} as never);
  await hooks.afterAll?.({} as never);
  expect(seen.slice(2)).toEqual(['after mails', 'after fines', 'afterAll mails', 'afterAll fines']);
});

test('a refusal of a hook skips those after it, but a failure after the commit skips none', async () => {
  const seen: string[] = [];
  const fails = () => {
    throw new Error('Refused');
  };
  const hooks = await load([
    plugin('fines', { before: { create: fails }, committed: { create: fails }, timeout: 60 }),
    plugin('mails', {
      before: { create: () => void seen.push('before') },
      committed: { create: () => void seen.push('committed') },
      timeout: 30,
    }),
  ]);
  await expect(hooks.before?.create?.({} as never)).rejects.toThrow('Refused');
  await expect(hooks.committed?.create?.({} as never)).rejects.toThrow('Refused');
  expect([seen, hooks.timeout]).toEqual([['committed'], 60]);
});

test('two owners of `prepare` are refused, and both are named', async () => {
  const prepare = { change: () => undefined };
  await expect(load([plugin('fines', { prepare }), plugin('mails', { prepare })])).rejects.toThrow(
    '"fines" and "mails" both have the hook prepare.change of loans.',
  );
  await expect(load([plugin('fines', { prepare }, ['app'])], '{ prepare: { change() {} } }')).rejects.toThrow(
    'the app and "fines" both have the hook prepare.change of loans.',
  );
});
