import { sql } from 'kysely';
import { type AnyResource, type BasicOperator, type Call, type Field, mayDo, type Where } from 'portal-frame';
import {
  getFilterOperator,
  getFilters,
  getLookupGuards,
  getOperators,
  hasEndpoint,
  listActionNames,
  listChildFields,
  listLookupFields,
  mayRead,
  resolveLookup,
} from 'portal-frame/internal';
import type { Collection } from 'portal-frame/internal/records';
import { explainAccess, matchesStored, mayFindBy } from 'portal-frame/internal/server';
import { someOf } from 'portal-frame/testing/size';
import { expect } from 'vitest';
import type { Person, TestServer } from './harness.ts';
import { type CallName, calls } from './servedCalls.ts';
import { clientOf } from './supplies.ts';

export const READERS = ['admin', 'employee', 'employee2', 'laboratory', 'laboratory2'] as const satisfies Person[];
export type Reader = (typeof READERS)[number];
export const roleOf = (person: Reader) => person.replace('2', '') as 'admin' | 'employee' | 'laboratory';

/** True if the rules let a person see a record, computed without the server's SQL. */
export async function seenIds(server: TestServer, collection: Collection, ids: readonly string[], person: Reader) {
  const account = { id: server.ids[person], role: roleOf(person), sessionId: '', reauthenticatedAt: 0 };
  const explained = await Promise.all(ids.map((id) => explainAccess(server.services, collection, id, account)));
  return new Set(ids.filter((_, index) => explained[index]?.isVisible));
}

/** Values from other records that this person may not see, as `id field`, computed without SQL. */
async function hiddenLookups(
  server: TestServer,
  collection: Collection,
  ids: readonly string[],
  person: Reader,
): Promise<Set<string>> {
  const { resource } = collection;
  const { resources } = server.services;
  const hidden = new Set<string>();
  for (const [field, , path] of listLookupFields(resource)) {
    const way = resolveLookup(resource, path, resources);
    if (!('segments' in way)) throw new Error(`${field} leads nowhere`);
    const guards = getLookupGuards(way, roleOf(person));
    for (const id of guards.length > 0 ? ids : [])
      if (!(await matchesStored(server.services, collection, { kind: 'and', parts: guards }, id, server.ids[person])))
        hidden.add(`${id} ${field}`);
  }
  return hidden;
}

/** Checks that child rows match those that this person sees in their own collection. */
async function expectRows(
  server: TestServer,
  { resource }: Collection,
  record: Record<string, unknown>,
  person: Reader,
): Promise<void> {
  const { collections } = server.services;
  const role = roleOf(person);
  const all = collections.map((one) => one.resource);
  for (const { name, field, target } of listChildFields(resource, all)) {
    const rows = collections.find((one) => one.resource === target) as Collection;
    const listed = await clientOf(server, 'admin', target.name).list({
      filter: { [field]: record.id },
      range: [0, 99],
    });
    const ids = (listed.body as { id: string }[]).map(({ id }) => id);
    const reads = ['list', 'show', 'edit'].some((right) => mayDo(target, role, right)) && mayRead(resource, role, name);
    const seen = reads ? await seenIds(server, rows, ids, person) : new Set<string>();
    const given = (record[name] ?? []) as Record<string, unknown>[];
    expect(given.map(({ id }) => id).toSorted()).toEqual([...seen].toSorted());
    const closed = Object.keys(target.fields).filter((one) => !mayRead(target, role, one));
    for (const row of given) for (const one of closed) expect(row).not.toHaveProperty(one);
  }
}

/** Checks that the bin shows only records that this person could see outside it. */
async function expectNoLeakOfTrash(
  server: TestServer,
  { resource, trash }: Collection,
  person: Reader,
  closed: readonly string[],
): Promise<void> {
  const client = clientOf(server, person, resource.name);
  const { http, body, range } = await client.send('GET', '/bin?range=[0,999]');
  if (!trash || !mayDo(resource, roleOf(person), 'delete')) {
    // Without a bin this is the address of a record with that name, which takes no range.
    expect([400, 403, 404]).toContain(http);
    return;
  }
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(trash.table)}`.execute(server.services.db);
  const all = rows.map(({ id }) => id);
  const seen = await seenIds(server, trash, all, person);
  const given = (body as Record<string, unknown>[]).map(({ id }) => String(id));
  expect(given.toSorted()).toEqual([...seen].toSorted());
  expect(range?.split('/')[1]).toBe(String(seen.size));
  for (const record of body) for (const field of closed) expect(record).not.toHaveProperty(field);
  for (const id of all.filter((one) => !seen.has(one))) {
    expect((await client.send('GET', `/bin/${id}`)).http).toBe(404);
    expect([403, 404]).toContain((await client.send('POST', `/bin/${id}/restore`, {})).http);
    expect([403, 404]).toContain((await client.remove(`bin/${id}`)).http);
  }
}

/**
 * Checks that no call of a collection reveals an invisible record, a count of it, or a hidden field to this person.
 * `ids` are all of its records.
 */
export async function expectNoLeak(
  server: TestServer,
  collection: Collection,
  ids: readonly string[],
  person: Reader,
): Promise<void> {
  const { resource } = collection;
  const { name, list } = resource;
  const role = roleOf(person);
  const client = clientOf(server, person, name);
  const seen = await seenIds(server, collection, ids, person);
  const closed = Object.keys(resource.fields).filter((field) => !mayRead(resource, role, field));
  const all = (await clientOf(server, 'admin', name).list({ range: [0, 999] })).body as Record<string, unknown>[];

  const hidden = await hiddenLookups(server, collection, ids, person);
  const lookups = listLookupFields(resource).map(([field]) => field);

  /** Returns the ids of a page, which must not exceed its size. */
  const page = async (query: object): Promise<string[]> => {
    const { http, body, range } = await client.list({ range: [0, 999], ...query });
    expect([name, person, query, http]).toEqual([name, person, query, 200]);
    const found = (body as { id: string }[]).map(({ id }) => id);
    expect(found.filter((id) => !seen.has(id))).toEqual([]);
    expect(range?.split('/')[1]).toBe(String(found.length));
    for (const record of body) {
      for (const field of closed) expect(record).not.toHaveProperty(field);
      for (const field of lookups) if (hidden.has(`${record.id} ${field}`)) expect(record[field] ?? null).toBe(null);
    }
    return found;
  };

  const isEmpty = (id: string, field: string) => (all.find((one) => one.id === id)?.[field] ?? null) === null;

  if (mayDo(resource, role, 'list')) {
    expect((await page({})).toSorted()).toEqual([...seen].toSorted());
    expect((await page({ filter: { id: ids } })).toSorted()).toEqual([...seen].toSorted());
    const first = await client.list({ range: [0, 0] });
    expect(first.range?.split('/')[1]).toBe(String(seen.size));
    for (const field of list.sortable ?? []) {
      if (mayFindBy(resource, role, field)) {
        const order = await page({ sort: [field, 'DESC'] });
        expect(order).toHaveLength(seen.size);
        // Hidden values must not affect the order.
        const empty = order.map((id) => isEmpty(id, field) || hidden.has(`${id} ${field}`));
        if (resource.fields[field]?.lookup) expect([field, empty]).toEqual([field, empty.toSorted()]);
      } else expect((await client.list({ sort: [field, 'ASC'] })).http).toBe(400);
    }
    for (const [filter, config] of getFilters(resource)) {
      const { field, roles } = config;
      const held = all.flatMap((record) => record[field]).filter((one) => typeof one !== 'object');
      const isMoment = resource.fields[field]?.kind.storage === 'moment';
      const values = isMoment ? held.map((moment) => String(moment).slice(0, 10)) : held;
      for (const value of getFilterOperator(resource, config) === 'exists' ? [true, false] : new Set(values)) {
        if (mayFindBy(resource, role, field) && (roles?.includes(role) ?? true)) {
          const found = await page({ filter: { [filter]: value } });
          const blind = found.filter((id) => hidden.has(`${id} ${field}`));
          if (value !== false) expect([filter, value, blind]).toEqual([filter, value, []]);
        } else expect((await client.list({ filter: { [filter]: value } })).http).toBe(400);
      }
    }
    await expectNoWhereLeak(server, collection, all, person, page, hidden);
    // A search must not match hidden values.
    for (const field of list.search ?? []) {
      for (const record of all) {
        if (typeof record[field] !== 'string') continue;
        const found = await page({ filter: { q: record[field] } });
        const readable = (list.search ?? []).filter((one) => mayFindBy(resource, role, one));
        if (readable.length === 0) expect(found).toEqual([]);
        for (const id of found) expect(readable.some((one) => !hidden.has(`${id} ${one}`))).toBe(true);
      }
    }
  } else expect((await client.list()).http).toBe(403);

  await expectNoLeakOfTrash(server, collection, person, closed);

  for (const id of ids) {
    const { http, body } = await client.one(id);
    const reads = ['list', 'show', 'edit', ...Object.keys(resource.actions ?? {})].some((right) =>
      mayDo(resource, role, right),
    );
    expect([name, person, id, http]).toEqual([name, person, id, reads ? (seen.has(id) ? 200 : 404) : 403]);
    if (http === 200) for (const field of closed) expect(body).not.toHaveProperty(field);
    for (const field of http === 200 ? lookups : [])
      if (hidden.has(`${id} ${field}`)) expect(body[field] ?? null).toBe(null);
    if (http === 200) await expectRows(server, collection, body, person);
    if (seen.has(id)) continue;
    expect([403, 404]).toContain((await client.update(id, {})).http);
    expect([403, 404]).toContain((await client.remove(id)).http);
    for (const action of listActionNames(resource).filter((one) => hasEndpoint(resource, one)))
      expect([403, 404]).toContain((await client.send('POST', `/${id}/${action}`, {})).http);
  }

  await expectNoEventLeak(server, name, ids, person, seen);
}

/** Compares a field with a value by every operator that fits it. */
function wheresOf(field: Field, path: string, value: unknown): Where[] {
  const operands: Record<BasicOperator, unknown> = {
    ...{ equals: value, in: [value], exists: true, gt: value, gte: value, lt: value, lte: value },
    ...{ contains: String(value), startsWith: String(value) },
  };
  const operators = getOperators(field).filter((one) => one === 'exists' || (value !== undefined && value !== ''));
  const made = operators.flatMap((one): Where[] => {
    const where = { [path]: { [one]: operands[one] } } as Where;
    return [where, { not: where }];
  });
  return [...made, { or: [{ [path]: null }, { [path]: { exists: false } }] }];
}

type ReferringField = Field & { to?: string; value?: string; resource?: string; field?: string };

/**
 * Checks that conditions reveal nothing to this person: every operator, on every field and on those of referenced
 * records. A denied path gets the answer of one that does not exist.
 */
async function expectNoWhereLeak(
  server: TestServer,
  { resource }: Collection,
  all: readonly Record<string, unknown>[],
  person: Reader,
  page: (query: object) => Promise<string[]>,
  hidden: ReadonlySet<string>,
): Promise<void> {
  const { collections } = server.services;
  const role = roleOf(person);
  const client = clientOf(server, person, resource.name);
  const refusalOf = async (where: Where, path: string) => {
    const { http, body } = await client.list({ where });
    return JSON.stringify([http, body]).replaceAll(path, 'path');
  };
  const unknown = await refusalOf({ nothingAtAll: 1 }, 'nothingAtAll');
  expect(unknown).toContain('400');
  const mayFind = (of: AnyResource, name: string) => mayFindBy(of, role, name) && !/^(created|changed)By$/.test(name);
  const valueIn = (records: readonly Record<string, unknown>[], name: string) =>
    records.flatMap((one) => one[name]).find((one) => one !== null && one !== undefined && typeof one !== 'object');
  for (const [name, field] of Object.entries(resource.fields)) {
    const { to, value: by = 'id', resource: child, field: parent } = field as ReferringField;
    const isRows = field.kind.storage === 'children';
    if (field.kind.filter === false && !isRows) continue;
    for (const where of isRows ? [] : someOf(wheresOf(field, name, valueIn(all, name)))) {
      if (!mayFind(resource, name)) expect([where, await refusalOf(where, name)]).toEqual([where, unknown]);
      else {
        const found = await page({ where });
        const isPositive = !('not' in where) && !('or' in where);
        if (isPositive) expect([where, found.filter((id) => hidden.has(`${id} ${name}`))]).toEqual([where, []]);
      }
    }
    const target = collections.find((one) => one.resource.name === (isRows ? child : to));
    if (!target) continue;
    const keysOf = (record: Record<string, unknown>) => [isRows ? record.id : (record[name] ?? [])].flat().map(String);
    const keys = all.flatMap(keysOf);
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(target.table)}`.execute(
      server.services.db,
    );
    const keyColumn = target.columns.find((one) => one.name === (isRows ? parent : by))?.valueColumn ?? 'id';
    const referenced = rows.filter((row) => keys.includes(String(row[keyColumn])));
    const seen = await seenIds(
      server,
      target,
      referenced.map(({ id }) => String(id)),
      person,
    );
    const reads = ['list', 'show', 'edit', ...listActionNames(target.resource)].some((right) =>
      mayDo(target.resource, role, right),
    );
    const seenKeys = referenced.filter(({ id }) => seen.has(String(id))).map((row) => String(row[keyColumn]));
    for (const column of target.columns) {
      if (column.field.kind.filter === false || column.linkTable) continue;
      const path = `${name}.${column.name}`;
      const isOpen = mayFind(resource, name) && reads && mayFind(target.resource, column.name);
      const stored = referenced.map((row) => row[column.valueColumn]).find((one) => (one ?? null) !== null);
      // Moments of an existing table, which its config calls days, are compared with days only.
      const isOwnStorage = stored !== undefined && column.storage === column.field.kind.storage;
      const value = isOwnStorage ? column.codec.decode(stored) : undefined;
      // Only records that lead to a visible one can match.
      const expectLeads = async (where: Where) => {
        const isSeen = (one: Record<string, unknown>) => !hidden.has(`${one.id} ${name}`);
        const leads = all.filter((one) => isSeen(one) && keysOf(one).some((key) => seenKeys.includes(key)));
        const leading = leads.map(({ id }) => id);
        expect([where, (await page({ where })).filter((id) => !leading.includes(id))]).toEqual([where, []]);
      };
      const wheres = wheresOf(column.field, path, typeof value === 'object' ? undefined : value);
      for (const where of someOf(wheres.filter((one) => !('not' in one)))) {
        if (!isOpen) expect([where, await refusalOf(where, path)]).toEqual([where, unknown]);
        else if ('or' in where) await page({ where });
        else await expectLeads(where);
      }
      const quantify = (operator: 'some' | 'every', end: string): Where => ({
        [name]: { [operator]: { [end]: { exists: true } } },
      });
      for (const operator of ['some', 'every'] as const) {
        const where = quantify(operator, column.name);
        const missing = quantify(operator, 'nothingAtAll');
        if (!isOpen) expect(await refusalOf(where, path)).toBe(await refusalOf(missing, `${name}.nothingAtAll`));
        else if (operator === 'every') await page({ where });
        else await expectLeads(where);
      }
    }
  }
}

/** Checks that live events name a record only to people who see it. */
async function expectNoEventLeak(
  server: TestServer,
  name: string,
  ids: readonly string[],
  person: Reader,
  seen: ReadonlySet<string>,
): Promise<void> {
  const role = roleOf(person);
  const events = await server.services.db.selectFrom('events').selectAll().where('resource', '=', name).execute();
  for (const { record_id: id, audience } of events) {
    const explained = JSON.parse(audience) as string[];
    const heard = explained.includes(role) || explained.includes(server.ids[person]);
    if (heard && id && ids.includes(id)) expect([name, person, seen.has(id)]).toEqual([name, person, true]);
  }
}

/** By path, as plug-ins add fields to calls. */
const nameOf = ({ method, path }: Call) =>
  Object.entries(calls).find(([, one]) => one.method === method && one.path === path)?.[0] as CallName;

/**
 * Checks the same for a resource with its own calls: its list shows exactly the visible records, without hidden fields.
 * Lists and changes of others must be refused.
 */
export async function expectNoLeakByCalls(
  server: TestServer,
  collection: Collection,
  ids: readonly string[],
  person: Reader,
): Promise<void> {
  const { resource } = collection;
  const role = roleOf(person);
  const seen = await seenIds(server, collection, ids, person);
  const closed = Object.keys(resource.fields).filter((field) => !mayRead(resource, role, field));
  const { list = {}, actions = {}, deleteAll = {} } = resource.api ?? {};
  if (list[role]) {
    const { code, data } = await server.as(person, nameOf(list[role].call));
    expect([resource.name, person, code]).toEqual([resource.name, person, 200]);
    // A page holds all records of a test.
    const records = (Array.isArray(data) ? data : data.appointments) as { _id: string }[];
    expect(records.map(({ _id }) => _id).toSorted()).toEqual([...seen].toSorted());
    for (const record of records) for (const field of [...closed, 'id']) expect(record).not.toHaveProperty(field);
  } else expect([...seen]).toEqual([]);
  for (const bindings of [list, deleteAll, ...Object.values(actions)])
    for (const { call } of bindings[role] ? [] : Object.values(bindings))
      expect((await server.as(person, nameOf(call), { params: { id: ids[0] ?? '' } })).code).toBe(403);
  await expectNoEventLeak(server, resource.name, ids, person, seen);
}
