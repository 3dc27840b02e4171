import { expect, test } from 'vitest';
import { ConfigError } from '../../config/configError.ts';
import type { AnyResource } from '../../config/resource.ts';
import { money, number, reference, text } from '../../fields/index.ts';
import type { Fields } from '../../fields/kind.ts';
import { planCollections } from '../../server/records/tables/planCollections.ts';
import { syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import { clientOf } from './client.ts';
import { serverForAll, serverForTest, TIME_ZONE, withOwn } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const things = (fields: Fields, name = 'things') =>
  resourceOf(name, fields, { list: { columns: ['title'], sortable: ['title'] } });

const server = serverForAll({}, { resources: [things({ title: text({ required: true }) })] });

/** Starts anew with another config on the same database: makes what is missing, or says what does not fit. */
const startWith = (fields: Fields, more: object = {}) =>
  syncToConfigs(server.services.store, { resources: withOwn([{ ...things(fields), ...more }]), zone: TIME_ZONE });
const errorOf = async (work: () => unknown) => {
  try {
    await work();
  } catch (cause) {
    return cause instanceof ConfigError ? cause.errors.join('\n') : cause;
  }
  return undefined;
};

test('matches tables to configs and reports mismatches', async () => {
  const admin = clientOf(server, 'admin', 'things');
  for (const title of ['One', 'one']) expect(await admin.create({ title })).toMatchObject({ http: 201 });
  // The same config with a new field of every storage, and without an old one.
  await startWith({ title: text({ required: true }) });
  await startWith({ title: text(), price: money(), to: reference({ to: 'things', text: '{title}' }) });
  await startWith({ title: text() });
  expect(await admin.titles({ sort: ['title', 'ASC'] })).toEqual(['One', 'one']);

  expect(await errorOf(() => startWith({ title: text({ unique: true }) }))).toBe(
    'src/resources/things.ts: fields.title: 2 records share a value that is to be unique.',
  );
  expect(await errorOf(() => startWith({ title: number() }))).toContain(
    'src/resources/things.ts: fields.title: 2 records have a value that does not fit.',
  );
  const [first] = (await admin.list()).body;
  await admin.update(first.id, { title: 'Two' });
  await startWith({ title: text({ unique: true }) });
  await startWith({ title: text() });
  // Values are compared again when a field becomes unique again.
  await admin.update(first.id, { title: 'ONE' });
  expect(await errorOf(() => startWith({ title: text({ unique: true }) }))).toContain('share a value');
});

test('lets several servers start at once on an empty database', async () => {
  const resources = withOwn([things({ title: text() }), things({ title: text({ unique: true }) }, 'others')]);
  await Promise.all([1, 2, 3].map(() => syncToConfigs(server.services.store, { resources, zone: TIME_ZONE })));
});

test('supports long names and long texts', async () => {
  const name = 'a'.repeat(50);
  const fields = {
    title: text({ most: 100_000, unique: true }),
    [`${'b'.repeat(49)}1`]: text(),
    [`${'b'.repeat(49)}2`]: text(),
  };
  const other = await serverForTest({}, { resources: [things(fields, name)] });
  const admin = clientOf(other, 'admin', name);
  const long = Array.from({ length: 20_000 }, (_, index) =>
    String.fromCodePoint(0x3400 + ((index * 7919) % 20_000)),
  ).join('');
  expect(await admin.create({ title: long })).toMatchObject({ http: 201, body: { title: long } });
  expect(await admin.create({ title: long })).toMatchObject({ http: 409 });
  expect(await admin.create({ title: `${long}!` })).toMatchObject({ http: 201 });
});

test.each<[string, AnyResource[], string]>([
  ['a name that the database would cut', [things({ title: text() }, 'a'.repeat(60))], 'at most 50 characters'],
  [
    'a field that every record has',
    [things({ title: text(), createdAt: text() })],
    'fields.createdAt: found "createdAt"',
  ],
  [
    'fields that differ by case',
    [things({ title: text(), Title: text() })],
    'differs from title in more than its case',
  ],
  ['a field with signs', [things({ title: text(), 'a-b': text() })], 'expected letters, digits and _ only'],
  [
    'resources that differ by case',
    [things({ title: text() }), things({ title: text() }, 'thingS')],
    'differs in more than its case',
  ],
])('refuses %s at start', async (_, resources, error) => {
  expect(await errorOf(() => planCollections(resources))).toContain(error);
});
