import { sql } from 'kysely';
import type { AnyResource, Role, Where } from 'portal-frame';
import { listActionNames, mayRead } from 'portal-frame/internal';
import type { Collection } from 'portal-frame/internal/records';
import { explainAccess } from 'portal-frame/internal/server';
import { createLinkAddress } from 'portal-frame/plugins/publicPages/server';
import { createPublicContext } from 'portal-frame/plugins/publicPages/testing';
import { createRoles } from 'portal-frame/roles';
import { records } from 'portal-frame/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { roles } from '../../src/roles.ts';
import { sampleOf } from './collectionTest.ts';
import { startServer, type TestServer } from './harness.ts';
import { LEAK_CONFIGS } from './leakConfigs.ts';
import { clientOf } from './supplies.ts';

const PUBLIC = 'public' as Role;
const MIN_PROBES = 2_000;
type Found = Record<string, unknown> & { id: string };

/** Rules by which the public sees some of the sample records: a value of a choice, no rule, or none at all. */
function ruleOf({ fields, states }: AnyResource, at: number): Where | undefined {
  if (at % 4 === 3) return { createdAt: { lt: '2000-01-01T00:00:00.000Z' } };
  const [name, field] =
    Object.entries(fields).find(
      ([one, { kind, lookup }]) => kind.name === 'choice' && !lookup && one !== states?.field,
    ) ?? [];
  const { choices } = (field ?? {}) as { choices?: readonly string[] };
  return name && choices?.[0] && at % 4 !== 2 ? { [name]: choices[0] } : undefined;
}

/** The config with rights of the public and a link to each record that shows two fields. */
function withPublic(resource: AnyResource, at: number): AnyResource {
  const { name } = resource;
  const where = ruleOf(resource, at);
  const shown = Object.keys(resource.fields).slice(0, 2);
  const access = {
    list: `/public/${name}`,
    form: `/public/add-${name}`,
    can: ['list', 'create'],
    ...(where && { where }),
  };
  return {
    ...resource,
    roles: { ...resource.roles, [PUBLIC]: access },
    links: {
      one: { days: 1, fields: shown, transitions: listTransitions(resource).slice(0, 1), ...(where && { where }) },
    },
  };
}
const listTransitions = ({ states }: AnyResource) => Object.keys(states?.transitions ?? {});

const CONFIGS = LEAK_CONFIGS.map((resource) => resource as unknown as AnyResource).map(withPublic);
let server: TestServer;
let probes = 0;
const leaks: string[] = [];

beforeAll(async () => {
  const all = createRoles({ ...roles, [PUBLIC]: { label: 'Public', home: '/public', public: true } });
  server = await startServer({}, { app: { ...app, roles: all }, resources: CONFIGS });
  for (const resource of CONFIGS)
    for (const round of [0, 1] as const) {
      const values = await sampleOf(server, resource, round, CONFIGS);
      const { http } = await clientOf(server, 'admin', resource.name).create(values);
      expect([resource.name, http]).toEqual([resource.name, 201]);
    }
});
afterAll(() => server?.close());

/** Counts one probe, and keeps it if the server revealed something else than the rules. */
function probe(what: readonly unknown[], given: unknown, expected: unknown): void {
  probes += 1;
  if (JSON.stringify(given) !== JSON.stringify(expected)) leaks.push(JSON.stringify([...what, given, expected]));
}

let network = 0;
const open = (url: string, form?: Record<string, string>) =>
  server.inject({
    ...{
      method: form ? 'POST' : 'GET',
      url,
      remoteAddress: `10.2.${Math.floor(network / 250) % 250}.${(network++ % 250) + 1}`,
    },
    ...(form && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
const idsOf = async ({ table }: Collection) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(server.services.db)).rows.map(({ id }) => id);
/** The records that the public sees, by the rules alone. */
async function seenBy(collection: Collection, ids: readonly string[]): Promise<Set<string>> {
  const account = { id: '', role: PUBLIC, sessionId: '', reauthenticatedAt: 0 };
  const explained = await Promise.all(ids.map((id) => explainAccess(server.services, collection, id, account)));
  return new Set(ids.filter((_, at) => explained[at]?.isVisible));
}
const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'done';
  } catch (cause) {
    return (cause as { status?: number }).status;
  }
};

/** Tries every operation of the records API as nobody. */
async function tryRecordsApi({ resource }: Collection, ids: readonly string[], seen: ReadonlySet<string>) {
  const { name } = resource;
  const api = records(createPublicContext(server.services));
  const closed = Object.keys(resource.fields).filter((field) => !mayRead(resource, PUBLIC, field));
  const { records: found, total } = await api.find(name, { perPage: 1000 });
  probe([name, 'ids'], found.map(({ id }) => id).toSorted(), [...seen].toSorted());
  probe([name, 'total'], total, seen.size);
  probe([name, 'count'], await api.count(name), seen.size);
  for (const record of found as Found[])
    for (const field of closed) probe([name, record.id, field], Object.hasOwn(record, field), false);
  for (const field of closed) {
    probe([name, 'asks for', field], await refusalOf(api.find(name, { fields: [field] })), 400);
    probe([name, 'filters by', field], await refusalOf(api.count(name, { where: { [field]: { exists: true } } })), 400);
  }
  for (const id of ids) {
    probe([name, id, 'one'], (await refusalOf(api.findOne(name, id))) === 'done', seen.has(id));
    probe([name, id, 'update'], await refusalOf(api.update(name, id, {})), 403);
    probe([name, id, 'delete'], await refusalOf(api.delete(name, id)), 403);
    for (const action of listActionNames(resource))
      probe([name, id, action], [403, 404].includes(Number(await refusalOf(api.transition(name, id, action)))), true);
  }
}

/** Reads the public list and form, which show no more rows, columns or ids than the rules. */
async function tryPages({ resource }: Collection, seen: ReadonlySet<string>, hidden: readonly string[]) {
  const { name } = resource;
  const list = await open(`/public/${name}`);
  probe([name, 'list'], list.statusCode, 200);
  probe([name, 'rows'], list.body.split('<tr>').length - (seen.size > 0 ? 2 : 1), seen.size);
  const form = await open(`/public/add-${name}`);
  // The start refuses a form with references that the public may not list.
  const targets = Object.values(resource.fields).flatMap((field) => (field as { to?: string }).to ?? []);
  const isUsable = targets.every((target) => CONFIGS.some((one) => one.name === target));
  probe([name, 'form'], form.statusCode === 200 || (form.statusCode === 403 && !isUsable), true);
  for (const page of [list, form]) for (const id of hidden) probe([name, 'names', id], page.body.includes(id), false);
  for (const path of ['', `/${[...seen][0] ?? 'x'}`, '/find', '/bin', '/reports', `/${[...seen][0] ?? 'x'}/history`])
    probe(
      [name, 'api', path],
      (await server.inject({ url: `/api/v1/collections/${name}${path}` })).statusCode === 200,
      false,
    );
}

/** Opens the link of each record, changed links, and sends what they do not offer. */
async function tryLinks({ resource }: Collection, ids: readonly string[], seen: ReadonlySet<string>) {
  const { name } = resource;
  const { tokenSecret } = server.config;
  const linkTo = (recordId: string, days = 1, link = 'one') =>
    createLinkAddress({ tokenSecret, port: 80 }, { resource: name, link, recordId, days });
  const client = clientOf(server, 'admin', name);
  for (const [at, id] of ids.entries()) {
    const { statusCode, body } = await open(linkTo(id));
    probe([name, id, 'link'], statusCode, seen.has(id) ? 200 : 404);
    probe([name, id, 'lines'], body.split('<dt>').length - 1 <= 2, true);
    for (const other of ids) if (other !== id) probe([name, id, 'names', other], body.includes(other), false);
    const next = ids[(at + 1) % ids.length] as string;
    const bad = [
      linkTo(id, -1),
      linkTo(id, 1, 'two'),
      `${linkTo(id)}A`,
      linkTo(id).replace(id, next === id ? 'none' : next),
    ];
    for (const url of bad) probe([name, id, 'bad link', url], (await open(url)).statusCode, 404);
    const before = (await client.one(id)).body;
    for (const action of [...listTransitions(resource).slice(1), 'edit', 'delete'])
      probe([name, id, 'sends', action], (await open(linkTo(id), { _action: action })).statusCode, 404);
    const after = (await client.one(id)).body;
    probe([name, id, 'version'], after.version, before.version);
  }
}

test('reveals nothing hidden on public pages, in anonymous records API calls, and by magic links', async () => {
  const { collections } = server.services;
  const own = collections.filter(({ resource }) => CONFIGS.some(({ name }) => name === resource.name));
  const byName = new Map<string, { ids: string[]; seen: Set<string> }>();
  for (const collection of own) {
    const ids = await idsOf(collection);
    byName.set(collection.resource.name, { ids, seen: await seenBy(collection, ids) });
  }
  const hidden = [...byName.values()].flatMap(({ ids, seen }) => ids.filter((id) => !seen.has(id)));
  expect(hidden.length).toBeGreaterThan(10);
  for (const collection of own) {
    const { ids, seen } = byName.get(collection.resource.name) as { ids: string[]; seen: Set<string> };
    await tryRecordsApi(collection, ids, seen);
    await tryPages(collection, seen, hidden);
    await tryLinks(collection, ids, seen);
  }
  console.info(`${probes} probes of the public, ${leaks.length} leaks`);
  expect(leaks.slice(0, 20)).toEqual([]);
  expect(probes).toBeGreaterThan(MIN_PROBES);
});
