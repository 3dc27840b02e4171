import type { Field } from 'portal-frame';
import { getFilterOperator, getFilters, listLookupFields } from 'portal-frame/internal';
import { type Collection, getCollection } from 'portal-frame/internal/records';
import { getGrouping, getMeasuredFields } from 'portal-frame/plugin';
import { API_ROOT } from 'portal-frame/wire';
import { expect } from 'vitest';
import { hasPlugin, type TestServer } from './harness.ts';
import { createApiKey } from './keys.ts';
import { reportsOf } from './leakReports.ts';
import { clientOf } from './supplies.ts';

type Values = Record<string, unknown>;
type Reference = Field & { to?: string; resource?: string };

/** The fields that lead to records of other resources. */
function listHops({ services }: TestServer, { resource }: Collection): [string, Collection][] {
  return Object.entries(resource.fields as Record<string, Reference>).flatMap(([name, { to, resource: child }]) => {
    const target = to ?? child ?? resource.name;
    const isKept = services.collections.some((one) => one.resource.name === target);
    return isKept && target !== resource.name ? [[name, getCollection(services, target)] as [string, Collection]] : [];
  });
}

type NamedWhere = readonly [path: string, where: Values];

const NOWHERE = 'nothingAtAll';
const has = (path: string): NamedWhere => [path, { [path]: { exists: true } }];
const hasSome = (name: string, end: string): NamedWhere => [
  `${name}.${end}`,
  { not: { [name]: { some: { [end]: { exists: true } } } } },
];

/** Conditions on values of other resources, each with one on a path that does not exist. */
function listDeniedWheres(server: TestServer, collection: Collection): [NamedWhere, NamedWhere][] {
  return listHops(server, collection).flatMap(([name, target]) => {
    const ends = ['id', ...target.columns.map((column) => column.name)];
    const deeper = listHops(server, target).flatMap(([next, end]) => end.columns.map((one) => `${next}.${one.name}`));
    const rows = collection.resource.fields[name]?.kind.storage === 'children' ? [has(name)] : [];
    const paths = [...rows, ...[...ends, ...deeper].map((end) => has(`${name}.${end}`))];
    return [
      ...paths.map((one): [NamedWhere, NamedWhere] => [one, has(NOWHERE)]),
      ...ends.map((end): [NamedWhere, NamedWhere] => [hasSome(name, end), hasSome(name, NOWHERE)]),
    ];
  });
}

/** Checks that denied paths get the answer of unknown ones. */
async function expectSameRefusals(
  server: TestServer,
  collection: Collection,
  ask: (where: Values) => Promise<string>,
): Promise<void> {
  const refusalOf = async ([path, where]: NamedWhere) => (await ask(where)).replaceAll(path, 'path');
  const unknownRefusals = new Map<string, string>();
  for (const [denied, unknown] of listDeniedWheres(server, collection)) {
    const key = JSON.stringify(unknown);
    const expected = unknownRefusals.get(key) ?? (await refusalOf(unknown));
    unknownRefusals.set(key, expected);
    expect([denied, await refusalOf(denied)]).toEqual([denied, expected]);
  }
}

/** Sends a request of an assistant. Returns its result. */
export async function askAssistant(server: TestServer, token: string, method: string, params: object) {
  const reply = await server.inject({
    ...{ method: 'POST', url: `${API_ROOT}/mcp`, payload: { jsonrpc: '2.0', id: 1, method, params } },
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
  });
  return reply.json().result;
}

/** Calls a tool of an assistant. Returns its text. */
export async function callTool(server: TestServer, token: string, name: string, input: object): Promise<string> {
  return (await askAssistant(server, token, 'tools/call', { name, arguments: input })).content[0].text;
}

/** Checks that an assistant of such a key finds by none of these paths, and sees no name of another resource. */
async function expectNoToolLeak(server: TestServer, collection: Collection): Promise<void> {
  const { name } = collection.resource;
  for (const mcp of ['codes', 'names']) {
    const { token } = await createApiKey(server, 'admin', { mcp, resources: [name] });
    await expectSameRefusals(server, collection, (where) => callTool(server, token, `find_${name}`, { where }));
    expectHidden(server, collection, JSON.parse(await callTool(server, token, `find_${name}`, {})).records);
  }
}

/** Checks that records hold no label, child row or looked-up value of another resource. */
function expectHidden(server: TestServer, collection: Collection, records: readonly Values[]): void {
  const { fields } = collection.resource;
  for (const record of records) {
    const labels = (record.labels ?? {}) as Values;
    for (const [name] of listHops(server, collection)) {
      expect([name, [labels[name] ?? null].flat().filter(Boolean)]).toEqual([name, []]);
      if (fields[name]?.kind.storage === 'children') expect([name, record[name] ?? null]).toEqual([name, null]);
    }
    for (const [name] of listLookupFields(collection.resource))
      expect([name, record[name] ?? null]).toEqual([name, null]);
  }
}

/**
 * Checks that a key for one collection learns nothing of the others, though its account sees all. A path to them gets
 * the answer of one that does not exist.
 */
export async function expectNoScopeLeak(server: TestServer, collection: Collection): Promise<void> {
  const { resource } = collection;
  const { token } = await createApiKey(server, 'admin', { resources: [resource.name] });
  const byKey = { ...server, tokenOf: async () => token };
  const client = clientOf(byKey, 'admin', resource.name);
  const all = (await clientOf(server, 'admin', resource.name).list({ range: [0, 999] })).body as Values[];
  const list = async (query: object) => {
    const { http, body } = await client.list({ range: [0, 999], ...query });
    expect([query, http]).toEqual([query, 200]);
    return body as Values[];
  };
  await expectSameRefusals(server, collection, async (where) => {
    const { http, body } = await client.list({ where });
    expect([where, http]).toEqual([where, 400]);
    return JSON.stringify(body);
  });

  expectHidden(server, collection, await list({}));
  for (const { id } of all) {
    const { body } = await client.one(String(id));
    expectHidden(server, collection, [body]);
    if (!resource.history || !hasPlugin('history')) continue;
    const versions = (await client.send('GET', `/${id}/history`)).body as { changes: { field: string }[] }[];
    const looked = listLookupFields(resource).map(([name]) => name);
    const changed = versions.flatMap(({ changes }) => changes.map(({ field }) => field));
    expect(changed.filter((name) => looked.includes(name))).toEqual([]);
  }

  const byId = async (order: 'ASC' | 'DESC') => (await list({ sort: ['id', order] })).map(({ id }) => id);
  for (const [name, field] of listLookupFields(resource)) {
    const values = new Set(all.map((record) => record[name] ?? null).filter((one) => one !== null));
    for (const value of values) {
      if (field.kind.filter !== false) expect([name, await list({ where: { [name]: value } })]).toEqual([name, []]);
      for (const [filter, config] of getFilters(resource))
        if (config.field === name && getFilterOperator(resource, config) !== 'exists')
          expect([filter, await list({ filter: { [filter]: value } })]).toEqual([filter, []]);
      if (resource.list.search?.every((one) => resource.fields[one]?.lookup))
        expect([name, await list({ filter: { q: value } })]).toEqual([name, []]);
    }
    for (const order of resource.list.sortable?.includes(name) ? (['ASC', 'DESC'] as const) : [])
      expect([name, (await list({ sort: [name, order] })).map(({ id }) => id)]).toEqual([name, await byId(order)]);
  }

  for (const [name, config] of Object.entries(reportsOf(resource))) {
    if (config.roles && !config.roles.includes('admin')) continue;
    const { http, body } = await client.send('GET', `/reports/${name}`);
    const isDenied = [...getMeasuredFields(config), config.splitBy ?? ''].some((one) => resource.fields[one]?.lookup);
    expect([name, http]).toEqual([name, isDenied ? 403 : 200]);
    const grouped = getGrouping(config)?.field ?? '';
    if (http === 200 && listHops(server, collection).some(([one]) => one === grouped))
      for (const { label } of body.groups) expect([name, label ?? null]).toEqual([name, null]);
  }
  if (hasPlugin('mcp')) await expectNoToolLeak(server, collection);
}
