// Answers of an account do not change when only rows change that it may not see.
import { sql } from 'kysely';
import type { AnyResource, Call } from 'portal-frame';
import { type Collection, getCollection } from 'portal-frame/internal/records';
import { someOf } from 'portal-frame/testing/size';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import { sampleOf } from './collectionTest.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { createApiKey } from './keys.ts';
import { LEAK_CONFIGS } from './leakConfigs.ts';
import { reportsOf, withReports } from './leakReports.ts';
import { READERS, type Reader, roleOf, seenIds } from './leaks.ts';
import { type CallName, calls } from './servedCalls.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const ALL = LEAK_CONFIGS.map((one) => withReports(one, LEAK_CONFIGS));
const server = serverForAll({}, { resources: ALL });
const { add, assign } = visitsOf(server);
const DAY = '2032-07-05';
const keys = new Map<Reader, string>();
/** Visits of another laboratory, with and without an employee. */
const foreign: string[] = [];
let network = 0;

beforeAll(async () => {
  for (const resource of ALL)
    for (const round of [0, 1] as const) {
      const { http } = await clientOf(server, 'admin', resource.name).create(
        await sampleOf(server, resource, round, ALL),
      );
      expect([resource.name, http]).toEqual([resource.name, 201]);
    }
  await add({ appointmentDateTime: `${DAY}T15:00`, address: '1 Elm St, PA 19107' }, 'laboratory');
  for (const time of ['08:30', '11:00'])
    foreign.push(await add({ appointmentDateTime: `${DAY}T${time}`, address: '1 Elm St, PA 19107' }, 'laboratory2'));
  await assign(foreign[0] ?? '');
  for (const person of hasPlugin('mcp') ? READERS : [])
    keys.set(person, (await createApiKey(server, person, { mcp: 'codes' })).token);
});

const idsOf = async ({ table }: Collection) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(server.services.db)).rows.map(
    ({ id }) => id,
  );

/** Reading calls without a parameter. Replies with the time or the caller's own session differ by nature. */
const OTHERS = /event|session|time|audit|health|openapi|metrics/i;
const listCalls = (role: string): CallName[] =>
  (Object.entries(calls) as [CallName, Call][]).flatMap(([name, { method, path, roles }]) =>
    method === 'GET' &&
    !path.includes(':') &&
    !OTHERS.test(name) &&
    Array.isArray(roles) &&
    roles.includes(role as never)
      ? [name]
      : [],
  );

let made = 0;
/** New values of the unique texts of a resource. */
const uniqueOf = ({ fields }: AnyResource) =>
  Object.fromEntries(Object.keys(fields).flatMap((name) => (fields[name]?.unique ? [[name, `N-${++made}`]] : [])));

async function findByTools(person: Reader) {
  network += 1;
  const post = async (method: string, params: object) => {
    const reply = await server.inject({
      ...{ method: 'POST', url: `${API_ROOT}/mcp`, payload: { jsonrpc: '2.0', id: 1, method, params } },
      headers: { authorization: `Bearer ${keys.get(person)}`, accept: 'application/json, text/event-stream' },
      remoteAddress: `10.1.${network}.1`,
    });
    return reply.json().result;
  };
  const { tools } = (await post('tools/list', {})) as { tools: { name: string }[] };
  const found: Record<string, unknown> = {};
  for (const { name } of tools.filter((one) => one.name.startsWith('find_')))
    found[name] = await post('tools/call', { name, arguments: {} });
  return found;
}

/** Answers that a person gets by every door, by the request. */
async function collectAnswers(person: Reader): Promise<Record<string, unknown>> {
  const role = roleOf(person);
  const answers: Record<string, unknown> = {};
  for (const resource of ALL) {
    const { name, list } = resource;
    const client = clientOf(server, person, name);
    const sorted = (list.sortable ?? []).map((field) => ({ sort: [field, 'DESC'], range: [0, 9] }));
    for (const query of [{ range: [0, 99] }, { range: [0, 0] }, { filter: { q: 'a' } }, ...sorted])
      answers[`${name} ${JSON.stringify(query)}`] = await client.list(query);
    for (const report of Object.keys(reportsOf(resource)))
      answers[`${name} report ${report}`] = await client.send('GET', `/reports/${report}`);
  }
  for (const name of listCalls(role)) {
    const { http, data } = await server.as(person, name);
    answers[name] = { http, data };
  }
  if (role === 'laboratory')
    for (const zip of ['19107', '19104', '19428'])
      answers[`slots ${zip}`] = (await server.as(person, 'findSlots', { body: { from: DAY, days: 1, zip } })).data;
  return { ...answers, ...(hasPlugin('mcp') && (await findByTools(person))) };
}

/** The fields that labels name. References show the title of a record to roles that have no right to its resource. */
const listNamed = ({ name, title }: AnyResource): string[] => {
  const references = ALL.flatMap(({ fields }) => Object.values(fields) as { to?: string; text?: string }[]);
  const templates = references.flatMap(({ to, text: template }) => (to === name && template ? template : []));
  return [title, ...templates].flatMap((one) => [...one.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field));
};

/** Other values of the plain fields of a record. */
function toOthers(resource: AnyResource, record: Record<string, unknown>, person: Reader): Record<string, unknown> {
  const { fields, roles } = resource;
  const named = roles[roleOf(person)] ? [] : listNamed(resource);
  const others: Record<string, (value: unknown) => unknown> = {
    text: (value) => `${value} changed`,
    longText: (value) => `${value} changed`,
    number: (value) => Number(value) + 1,
    money: (value) => Number(value) + 1,
  };
  const changed = Object.entries(fields).flatMap(([name, { kind, unique, readOnly }]) =>
    others[kind.name] && !unique && !readOnly && !named.includes(name) && record[name]
      ? [[name, others[kind.name]?.(record[name])]]
      : [],
  );
  return Object.fromEntries(changed);
}

/** Changes and copies the records that the person does not see. Returns the number of changes. */
async function changeHidden(person: Reader): Promise<number> {
  let changes = 0;
  for (const resource of ALL) {
    const admin = clientOf(server, 'admin', resource.name);
    const collection = getCollection(server.services, resource.name);
    const ids = await idsOf(collection);
    const seen = await seenIds(server, collection, ids, person);
    for (const id of ids.filter((one) => !seen.has(one))) {
      const { body: record } = await admin.one(id);
      const given = Object.entries(resource.fields).filter(
        ([name, { kind, unique, readOnly }]) => !unique && !readOnly && kind.storage !== 'children' && record[name],
      );
      const copy = Object.fromEntries(given.map(([name]) => [name, record[name]]));
      const { http } = await admin.update(id, toOthers(resource, record, person));
      const added = await admin.create({ ...copy, ...uniqueOf(resource) });
      changes += Number(http === 200) + Number(added.http === 201);
      const written = [id, ...(added.http === 201 ? [String(added.body.id)] : [])];
      expect([resource.name, [...(await seenIds(server, collection, written, person))]]).toEqual([resource.name, []]);
    }
  }
  // Times stay: a time that is taken by others is not offered.
  const own = person === 'laboratory2' ? [] : foreign;
  const hidden = person === 'employee' ? own.slice(1) : own;
  await server.services.db
    .updateTable('appointments')
    .set({ address: '9 Elm St, PA 19428', patient_name: 'Rival Changed' })
    .where('id', 'in', ['', ...hidden])
    .execute();
  return changes;
}

// An admin sees every row.
const HIDING = ['laboratory', 'laboratory2', 'employee2', 'employee'] as const satisfies Reader[];
test.each(someOf(HIDING))('%s gets the same answers after a change of hidden rows', async (person) => {
  const before = await collectAnswers(person);
  const again = await collectAnswers(person);
  // Answers that differ by themselves say nothing.
  const steady = Object.keys(before).filter((name) => JSON.stringify(before[name]) === JSON.stringify(again[name]));
  expect(Object.keys(before).filter((name) => !steady.includes(name))).toEqual([]);
  expect(await changeHidden(person)).toBeGreaterThan(10);
  const after = await collectAnswers(person);
  for (const name of steady) expect([name, after[name]]).toEqual([name, before[name]]);
});
