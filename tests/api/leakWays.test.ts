import { sql } from 'kysely';
import { checkResources, loadKeys } from 'portal-frame/internal';
import { type Collection, getCollection } from 'portal-frame/internal/records';
import { getPageRoles } from 'portal-frame/roles';
import { isFullSize } from 'portal-frame/testing/size';
import { beforeAll, describe, expect, test } from 'vitest';
import plugins from '../../src/plugins.ts';
import { sampleOf } from './collectionTest.ts';
import { hasPlugin, serverForAll, type TestServer } from './harness.ts';
import { withKept } from './kept.ts';
import { LEAK_CONFIGS } from './leakConfigs.ts';
import { expectNoImportLeak, withImports } from './leakImports.ts';
import { expectNoReportLeak, withReports } from './leakReports.ts';
import { expectNoScopeLeak } from './leakScopes.ts';
import { READERS, seenIds } from './leaks.ts';
import { clientOf } from './supplies.ts';

/** Each resource with every possible report, and with imports for every role that may create records. */
const ALL = LEAK_CONFIGS.map((one) => withImports(withReports(one, LEAK_CONFIGS)));

const server = serverForAll({}, { resources: ALL });
const samples = new Map<string, Record<string, unknown>>();
beforeAll(async () => {
  for (const resource of ALL) {
    for (const round of [0, 1] as const) {
      const admin = clientOf(server, 'admin', resource.name);
      const { http, body } = await admin.create(await sampleOf(server, resource, round, ALL));
      expect([resource.name, http, body.data?.errors]).toEqual([resource.name, 201, undefined]);
    }
    // Their unique values are taken, so others are tried.
    samples.set(resource.name, await sampleOf(server, resource, 0, ALL));
  }
  // The time range that calendars show.
  const scheduled = { scheduled_at: Date.now() + 2 * 86_400_000 };
  await server.services.db.updateTable('appointments').set(scheduled).execute();
});

/** The server with a network address per request, because each address is rate-limited. */
const askedFrom = (network: number): TestServer => ({
  ...server,
  inject: (options) => server.inject({ remoteAddress: `10.0.${network}.1`, ...options }),
});

const idsOf = async ({ table }: Collection) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(server.services.db)).rows.map(({ id }) => id);
const seenOf = async (name: string, person: (typeof READERS)[number]) => {
  const collection = getCollection(server.services, name);
  return seenIds(server, collection, await idsOf(collection), person);
};

test('tests only valid reports and imports', async () => {
  const keys = await loadKeys(plugins);
  expect(() =>
    checkResources(Object.fromEntries(withKept(ALL).map((one) => [`src/resources/${one.name}.ts`, one])), {
      roles: getPageRoles(),
      keys,
    }),
  ).not.toThrow();
});

// `npm test` runs only some of them.
const tried = ALL.filter((_, at) => isFullSize || at % 5 === 0);
describe.each(tried.map(({ name }, at) => [name, at] as const))('%s', (name, at) => {
  test('aggregates no hidden record or field (spec 13.3)', async () => {
    const collection = getCollection(server.services, name);
    const held = [];
    for (const person of READERS) held.push(await expectNoReportLeak(askedFrom(at), collection, person));
    expect(held[0]).toBeGreaterThan(0);
  });

  test.runIf(hasPlugin('imports'))('reveals no hidden record or field in dry runs of imports', async () => {
    const collection = getCollection(server.services, name);
    for (const person of READERS) await expectNoImportLeak(askedFrom(at), collection, samples.get(name) ?? {}, person);
  });
});

// By day: lookups, child rows and a history.
const scoped = ALL.map(({ name }, at) => [name, at] as const).filter(
  ([name]) => isFullSize || ['loans', 'orders'].includes(name),
);
test.runIf(hasPlugin('apiKeys')).each(scoped)(
  '%s: reveals nothing of other resources to a key with its scope',
  async (name, at) => {
    await expectNoScopeLeak(askedFrom(100 + at), getCollection(server.services, name));
  },
);

describe.each(READERS)('%s', (person) => {
  test('finds only patients, employees and laboratories of their own lists', async () => {
    const seen = await seenOf('appointments', person);
    const { rows } = await sql<{ id: string; name: string }>`select id, patient_name as name from appointments`.execute(
      server.services.db,
    );
    const find = async (text: string) => (await server.as(person, 'find', { body: { text } })).data;
    for (const { id, name } of rows) {
      const found = ((await find(name)).appointments as { _id: string }[]).map(({ _id }) => _id);
      expect([name, found.filter((one) => !seen.has(one))]).toEqual([name, []]);
      if (seen.has(id)) expect(found).not.toEqual([]);
    }
    const people = await server.services.db.selectFrom('accounts').select(['id', 'full_name']).execute();
    for (const { full_name } of people) {
      const { employees, laboratories } = await find(full_name);
      const found = [...employees, ...laboratories].map(({ _id }: { _id: string }) => _id);
      const shown = person === 'admin' ? people.map(({ id }) => id) : [];
      expect([full_name, found.filter((id: string) => !shown.includes(id))]).toEqual([full_name, []]);
    }
  });

  test('sees only visible records in calendars and on the largest page', async () => {
    const seen = await seenOf('appointments', person);
    const call = `${person.replace('2', '') as 'admin' | 'employee' | 'laboratory'}Appointments` as const;
    for (const query of [{ perPage: 1000 }, { perPage: 1000, from: '2000-01-01', to: '2100-01-01' }]) {
      const { code, data } = await server.as(person, call, { query });
      expect([query, code]).toEqual([query, 200]);
      const ids = (data.appointments as { _id: string }[]).map(({ _id }) => _id);
      expect(ids.toSorted()).toEqual([...seen].toSorted());
    }
  });
});
