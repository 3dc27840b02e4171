import { beforeAll, describe, expect, test } from 'vitest';
import { resolved } from '../roles.ts';
import { addBelongings, type Belonging, isTheirs, marksIn } from './belongings.ts';
import { foreignChanges as changes, foreignQueries, kindOf, foreignReads as reads, rightBody } from './foreign.ts';
import { type CallInput, newcomer, PEOPLE, type Person, serverForAll } from './harness.ts';
import { photo } from './samples.ts';
import { type CallName, getCall } from './servedCalls.ts';
import { rowsOf, tablesOf } from './tables.ts';

const server = serverForAll();
let belongings: Belonging[];
beforeAll(async () => {
  belongings = await addBelongings(server);
});

const people = Object.keys(PEOPLE) as Person[];
/** People with the role for a call. */
const callers = (name: CallName): Person[] => {
  const { roles } = resolved(getCall(name));
  return roles === 'public' ? [] : people.filter((person) => roles.includes(PEOPLE[person].role));
};

/** All rows except those that each request writes. */
async function rows(): Promise<string[][]> {
  const tables = await tablesOf(server);
  const kept = tables.filter((name) => !['sessions', 'attempts', 'audit', 'audit_records'].includes(name)).toSorted();
  const all = kept.map((name) => rowsOf(server, name));
  return (await Promise.all(all)).map((found) => found.map((row) => JSON.stringify(row)).toSorted());
}

describe('reading', () => {
  test.each(people)('returns %s only their own records', async (person) => {
    const seen = new Set<string>();
    const theirs = belongings.filter(isTheirs(person)).map(({ mark }) => mark);
    for (const name of reads.filter((one) => callers(one).includes(person))) {
      for (const query of getCall(name).query ? foreignQueries(server.ids, belongings) : [{}]) {
        const found = marksIn(JSON.stringify(await server.as(person, name, { query })));
        expect([name, query, found.filter((mark) => !theirs.includes(mark))]).toEqual([name, query, []]);
        for (const mark of found) seen.add(mark);
      }
    }
    expect([...seen].toSorted()).toEqual(theirs.toSorted());
  });
});

/** A valid body with the ids of the tests. */
async function rightInput(name: CallName): Promise<CallInput> {
  const { body, files } = getCall(name);
  const right = rightBody(server.ids, body);
  expect(body?.safeParse(right).error).toBeUndefined();
  const uploads = Object.keys(files ?? {}).map(async (field) => [field, [await photo()]] as [string, File[]]);
  return {
    ...(body && right && { body: right }),
    files: Object.fromEntries(await Promise.all(uploads)),
  };
}

describe.each(changes)('%s', (name) => {
  const { path, roles } = resolved(getCall(name));
  const kind = kindOf(path);

  test('concerns a kind of record that has owners', () => {
    expect(kind).toBeDefined();
    expect(path).toMatch(/\{id\}/);
  });

  test.each(people.filter((person) => roles.includes(PEOPLE[person].role)))(
    'is refused to %s for records of others',
    async (person) => {
      const input = await rightInput(name);
      const fits = (one: Belonging) => one.kind === kind && isTheirs(person)(one);
      const before = await rows();
      for (const { id, mark } of belongings.filter((one) => !fits(one))) {
        const { http, message } = await server.as(person, name, { ...input, params: { id } });
        expect([mark, http, message]).toEqual([mark, 404, 'This does not exist.']);
      }
      for (const id of ['f'.repeat(24), '%', '..', `${belongings[0]?.id}'`, belongings[0]?.id.toUpperCase() ?? ''])
        expect([id, (await server.as(person, name, { ...input, params: { id } })).http]).toEqual([id, 404]);
      expect(await rows()).toEqual(before);

      // Fresh records, since other tests need the shared ones.
      const own = (await addBelongings(server)).filter(fits).map(({ id }) => id);
      if (name === 'approveName' || name === 'refuseName') {
        const asked = { requested_name: String(input.body?.fullName) };
        await server.services.db.updateTable('accounts').set(asked).where('role', '=', 'laboratory').execute();
      }
      const replies = [];
      for (const id of name.startsWith('delete')
        ? [(await newcomer(server, kind as Parameters<typeof newcomer>[1])).id]
        : own)
        replies.push((await server.as(person, name, { ...input, params: { id } })).http);
      expect(replies).toContain(200);
      expect(replies).not.toContain(404);
    },
  );
});
