import { appendEvents } from 'portal-frame/internal/server';
import type { NewEvent } from 'portal-frame/server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, PEOPLE, type Person, serverForAll } from './harness.ts';
import { type ListenInput, type Listening, listen } from './listening.ts';
import { COLLECTIONS } from './supplies.ts';
import { visitsOf } from './visits.ts';

const people = Object.keys(PEOPLE) as Person[];

const server = serverForAll({}, { resources: COLLECTIONS });
let origin: string;
const open = new Set<Listening>();
beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const one of open) one.close();
  open.clear();
});

async function hear(input: ListenInput, at = origin): Promise<Listening> {
  const heard = await listen(at, input);
  open.add(heard);
  return heard;
}
const hearAs = async (person: Person, more: Omit<ListenInput, 'token'> = {}) =>
  hear({ token: await server.tokenOf(person), ...more });

const { add, assign, setStatus } = visitsOf(server);
const create = () => add({ patientName: 'Secret Patient', fees: '12.50' });
/** Without the sign-ins of the tests. */
const heardBy = ({ changes }: Listening) =>
  changes
    .filter(({ resource }) => resource !== 'sessions')
    .map(({ resource, id, operation }) => [resource, operation, id]);

/** Writes an event for everybody. A listener that received it has received all earlier ones. */
const MARK: NewEvent = { resource: 'mark', operation: 'change', audience: ['admin', 'employee', 'laboratory'] };
async function mark(events: readonly NewEvent[] = [MARK]) {
  const { db, store, live } = server.services;
  await db.transaction().execute((trx) => appendEvents(trx, store.kind, events));
  live.wake();
}
const marked = (heard: Listening) => heard.changes.some(({ resource }) => resource === 'mark');
/** Waits until all listeners have received the events so far. */
async function settle(...heard: Listening[]) {
  await mark();
  await expect.poll(() => heard.every(marked)).toBe(true);
}

describe('audience', () => {
  test('publishes an appointment only to the admins, its laboratory and its employee', async () => {
    const heard = new Map<Person, Listening>();
    for (const person of people) heard.set(person, await hearAs(person));
    const id = await create();
    await assign(id, 'employee');
    await setStatus(id, 'Completed');
    await settle(...heard.values());
    const of = (person: Person) => heardBy(heard.get(person) as Listening).slice(0, -1);
    const changed = ['appointments', 'change', id];
    const note = ['notifications', 'create', null];
    const [{ _id: payment }] = (await server.as('admin', 'transactions')).data;
    expect(of('admin')).toEqual([
      ['appointments', 'create', id],
      ['transactions', 'create', payment],
      note,
      changed,
      changed,
      ['transactions', 'change', payment],
    ]);
    expect(of('laboratory')).toEqual([['appointments', 'create', id], changed, changed, note]);
    expect(of('employee')).toEqual([changed, note, changed, note]);
    expect(of('employee2')).toEqual([]);
    expect(of('laboratory2')).toEqual([]);
  });

  test('puts no patient data into events', async () => {
    await assign(await create(), 'employee');
    const rows = JSON.stringify(await server.services.db.selectFrom('events').selectAll().execute());
    expect(rows).toContain('appointments');
    expect(rows).not.toMatch(/Secret|Northside|Zoë/);
  });

  test("publishes read marks only to the person's other windows", async () => {
    const [own, other] = [await hearAs('employee'), await hearAs('employee2')];
    await server.as('employee', 'readNotifications', { body: { notifications: [] } });
    await server.as('employee', 'toggleNotification');
    await server.as('employee', 'toggleNotification');
    await settle(own, other);
    expect(new Set(heardBy(own).map(([resource]) => resource))).toEqual(new Set(['notifications', 'profile', 'mark']));
    expect(heardBy(other)).toEqual([['mark', 'change', null]]);
  });

  test('publishes employees and laboratories to those who may list them', async () => {
    const heard = await Promise.all(people.map((person) => hearAs(person)));
    const row = await newcomer(server, 'employee');
    await server.as('admin', 'deleteEmployee', { params: { id: row.id } });
    await settle(...heard);
    const gone = ['employees', 'delete', row.id];
    const hears = (person: Person) => heardBy(heard[people.indexOf(person)] as Listening).map(String);
    expect(hears('admin')).toContain(String(gone));
    expect(hears('laboratory')).toContain(String(gone));
    expect(hears('employee')).toEqual(['mark,change,']);
  });

  test('starts a new stream without earlier events, even unread ones', async () => {
    const { db, store } = server.services;
    // Writes as another server would.
    await db.transaction().execute((trx) => appendEvents(trx, store.kind, [{ ...MARK, resource: 'earlier' }]));
    const heard = await hearAs('admin');
    await settle(heard);
    expect(heardBy(heard)).toEqual([['mark', 'change', null]]);
  });
});

describe('resuming', () => {
  test('resumes with missed events, each once', async () => {
    const first = await hearAs('laboratory');
    const before = await create();
    await expect.poll(() => heardBy(first)).toContainEqual(['appointments', 'create', before]);
    first.close();
    await expect.poll(() => first.ended).toBe(true);
    const missed = [await create(), await create()];
    const again = await hearAs('laboratory', { lastId: first.lastId });
    const later = await create();
    await expect.poll(() => heardBy(again).length).toBe(3);
    expect(again.changes.map(({ id }) => id)).toEqual([...missed, later]);
    expect(again.signs).not.toContain('reset');
  });

  test('resumes by time with events since the page began to load', async () => {
    const id = await create();
    const heard = await hearAs('laboratory', { since: 1000 });
    expect(heard.changes.map((one) => one.id)).toContain(id);
    expect((await hearAs('laboratory')).changes).toEqual([]);
  });

  test('sends one reset for a pruned or unknown event id', async () => {
    const { lastId = '' } = await hearAs('laboratory');
    const [id, at] = lastId.split('-').map(Number) as [number, number];
    for (const place of [`${id}-${at - 1}`, `${id + 1000}-${at}`, '0-5']) {
      const heard = await hearAs('laboratory', { lastId: place });
      const resumes = place === '0-5';
      expect([place, heard.signs]).toEqual([place, resumes ? ['ready'] : ['reset', 'ready']]);
      expect(heard.lastId).toBe(lastId);
    }
    for (const nonsense of ['', 'x', '1-2-3', '9'.repeat(30)])
      expect((await hearAs('laboratory', { lastId: nonsense })).signs).toEqual(['ready']);
  });

  test('resets listeners if the server missed pruned events', async () => {
    const heard = await hearAs('laboratory');
    const { db, live } = server.services;
    const newest = await db.selectFrom('events').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    // Writes as another server would, long after pruned events.
    await db
      .insertInto('events')
      .values({ ...newest, id: newest.id + 5 })
      .execute();
    live.wake();
    await expect.poll(() => heard.signs).toEqual(['ready', 'reset']);
    const id = await create();
    await expect.poll(() => heardBy(heard)).toContainEqual(['appointments', 'create', id]);
  });
});

describe('end of a session (ASVS 7.4.1)', () => {
  const ends: [string, Person, (token: string) => Promise<unknown>][] = [
    ['sign-out', 'laboratory', (token) => server.call('signOut', { token })],
    ['sign-out of all others in another session', 'laboratory', () => server.as('laboratory', 'endOtherSessions')],
    [
      'deactivation',
      'laboratory2',
      async () => {
        await server.as('laboratory2', 'toggleAccount');
        await server.as('laboratory2', 'toggleAccount');
      },
    ],
    ['deletion', 'employee2', () => server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee2 } })],
  ];
  test.each(ends)('%s ends the streams and refuses new ones', async (_, person, end) => {
    const token = await server.signIn(person);
    const [heard, other] = [await hear({ token }), await hearAs('admin')];
    await end(token);
    await expect.poll(() => heard.ended).toBe(true);
    expect(other.ended).toBe(false);
    expect((await hear({ token, lastId: heard.lastId })).http).toBe(401);
  });

  test('refuses a stream without a valid token', async () => {
    for (const token of [undefined, 'nonsense']) expect((await hear({ token })).http).toBe(401);
    const reply = await server.inject({ url: '/api/v1/common/events' });
    expect(reply.json()).toMatchObject({ status: false, code: 401 });
    const byQuery = `/api/v1/common/events?token=${await server.tokenOf('admin')}`;
    expect((await server.inject({ url: byQuery })).statusCode).toBe(401);
  });

  test('does not count listening as use of a session', async () => {
    const token = await server.signIn('laboratory');
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
    const { db } = server.services;
    const long = Date.now() - 20 * 60_000;
    await db.updateTable('sessions').set({ used_at: long }).where('id', '=', sid).execute();
    await hear({ token });
    const row = await db.selectFrom('sessions').select('used_at').where('id', '=', sid).executeTakeFirstOrThrow();
    expect(row.used_at).toBe(long);
  });
});

test('closes the oldest of too many streams and tells it not to reconnect', async () => {
  const oldest = await hearAs('employee');
  const others = await Promise.all(Array.from({ length: 20 }, () => hearAs('employee')));
  await expect.poll(() => oldest.ended).toBe(true);
  expect(oldest.signs).toEqual(['ready', 'over']);
  expect(others.filter(({ ended }) => ended)).toEqual([]);
});
