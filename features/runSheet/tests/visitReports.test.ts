import { randomUUID } from 'node:crypto';
import { getToday } from 'portal-frame/server';
import { describe, expect, test } from 'vitest';
import { FAILED_DRAW_REASONS } from '../../../src/wire/choices.ts';
import { type Person, serverForAll, serverForTest } from '../../../tests/api/harness.ts';
import { hasPlugin } from '../../../tests/api/hasPlugin.ts';
import { rowOf, rowsOf, setRows } from '../../../tests/api/tables.ts';
import { readTrail, trailOf } from '../../../tests/api/trail.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll();

let hour = 0;
/** Creates an appointment of the first employee at a unique time. */
async function visitOf(person: 'employee' | 'employee2' = 'employee', of = server): Promise<string> {
  return visitAt(Date.UTC(2032, 4, 1) + ++hour * 3_600_000, person, of);
}
async function visitAt(moment: number, person: 'employee' | 'employee2', of: typeof server): Promise<string> {
  const at = new Date(moment).toISOString();
  const { add, assign } = visitsOf(of);
  const id = await add({ patientName: 'Ámbar Quill', fees: '80', appointmentDateTime: at });
  await assign(id, person);
  return id;
}
const { change, setStatus } = visitsOf(server);
const report = (id: string, body: Record<string, unknown>, person: Person = 'employee', of = server) =>
  of.as(person, 'reportVisit', { params: { id }, body: { key: randomUUID(), ...body } });
const reportsSeenBy = async (person: Person, id: string) =>
  (await server.as(person, 'visitReports', { params: { id } })).data.map(
    ({ kind, reason, note, by }: Record<string, unknown>) => [kind, reason, note, by],
  );
const visitAs = async (person: 'admin' | 'employee' | 'laboratory', id: string) => {
  const list = `${person}Appointments` as const;
  return (await server.as(person, list, { query: { id } })).data.appointments[0];
};
const whyOf = ({ why }: { why: string }) => why;
const titlesOf = async (person: Person) =>
  (await server.as(person, 'notifications')).data.map(({ title }: { title: string }) => title);
const count = async (id: string) => (await rowsOf(server, 'visit_reports', { appointment_id: id })).length;

test('shows admins the note of a report, and a laboratory only its kind', async () => {
  const id = await visitOf();
  expect((await report(id, { kind: 'started' })).http).toBe(200);
  expect((await visitAs('laboratory', id)).visitState).toBe('started');
  expect(await titlesOf('admin')).not.toContain('Could not draw');
  expect((await report(id, { kind: 'note', note: ' The gate is locked ' })).http).toBe(200);
  const failed = await report(id, { kind: 'couldNotDraw', reason: 'other', note: 'A dog' });
  expect(failed.message).toBe('Report sent');
  const all = [
    ['started', null, null],
    ['note', null, 'The gate is locked'],
    ['couldNotDraw', 'other', 'A dog'],
  ].map((one) => [...one, expect.any(String)]);
  expect(await reportsSeenBy('admin', id)).toEqual(all);
  expect(await reportsSeenBy('employee', id)).toEqual(all);
  const bare = (kind: string) => [kind, null, null, expect.any(String)];
  expect(await reportsSeenBy('laboratory', id)).toEqual([bare('started'), bare('couldNotDraw')]);
  const [drawn, noted] = (await server.as('admin', 'notifications')).data;
  expect([drawn.title, noted.title]).toEqual(['Could not draw', 'Note about a visit']);
  expect(drawn.body).toMatch(/Ámbar Quill .*: Other reason\. A dog$/);
  expect(await titlesOf('laboratory')).not.toContain('Could not draw');
  // Earnings depend on the status, which reports do not change.
  const { status, visitState, version } = await visitAs('admin', id);
  expect([status, visitState, version]).toEqual(['Pending', 'couldNotDraw', 2]);
});

test('answers a repeated report with the first reply, also concurrently, and stores it once', async () => {
  const id = await visitOf();
  const body = { key: randomUUID(), kind: 'note', note: 'Once' };
  const shown = (await titlesOf('admin')).length;
  const [one, other] = await Promise.all([report(id, body), report(id, body)]);
  const third = await report(id, { ...body, kind: 'done', note: 'Twice' });
  expect([one.http, other.http, third.http]).toEqual([200, 200, 200]);
  expect([other.data, third.data]).toEqual([one.data, one.data]);
  expect(await count(id)).toBe(1);
  expect((await titlesOf('admin')).length).toBe(shown + 1);
  expect((await report(await visitOf(), body)).http).toBe(409);
  // Keys are unique per employee.
  const theirs = await visitOf('employee2');
  expect((await report(theirs, body, 'employee2')).http).toBe(200);
});

test("refuses reports on other people's visits, and hides reports from others", async () => {
  const id = await visitOf('employee2');
  expect((await report(id, { kind: 'started' })).http).toBe(404);
  for (const person of ['employee', 'laboratory2'] as const)
    expect((await server.as(person, 'visitReports', { params: { id } })).http).toBe(404);
  expect(await count(id)).toBe(0);
});

test('validates reason, note and lengths, corrects a wrong clock, and limits the number of reports', async () => {
  const id = await visitOf();
  const refused = [
    { kind: 'couldNotDraw' },
    { kind: 'couldNotDraw', reason: 'other', note: '  ' },
    { kind: 'couldNotDraw', reason: 'weather' },
    { kind: 'note' },
    { kind: 'note', note: 'x'.repeat(1001) },
    { kind: 'gone' },
    { kind: 'started', key: 'short' },
    { kind: 'started', madeAt: 'yesterday' },
  ];
  for (const body of refused) expect([body, (await report(id, body)).http]).toEqual([body, 400]);
  expect(await count(id)).toBe(0);
  const before = Date.now();
  const [early, late] = [
    await report(id, { kind: 'started', madeAt: '1999-01-01T00:00:00.000Z' }),
    await report(id, { kind: 'done', madeAt: '2099-01-01T00:00:00.000Z' }),
  ];
  const created = Date.parse((await visitAs('admin', id)).createdAt);
  expect(Date.parse(early.data.at)).toBe(created);
  expect(Date.parse(late.data.at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(late.data.at)).toBeLessThanOrEqual(Date.now());
  for (let more = 2; more < 50; more++) expect((await report(id, { kind: 'done' })).http).toBe(200);
  expect((await report(id, { kind: 'done' })).http).toBe(409);
  expect(await count(id)).toBe(50);
});

test('resets the state of a visit for another employee or time', async () => {
  const id = await visitOf();
  await report(id, { kind: 'couldNotDraw', reason: FAILED_DRAW_REASONS[0] });
  expect((await visitAs('employee', id)).visitState).toBe('couldNotDraw');
  const moved = await change(id, { appointmentDateTime: '2033-01-01T09:00' });
  expect(moved.data.visitState).toBeUndefined();
  await report(id, { kind: 'started' });
  expect((await visitAs('admin', id)).visitState).toBe('started');
  const given = await change(id, { employeeId: server.ids.employee2 });
  expect([given.http, given.data.visitState]).toEqual([200, undefined]);
  expect((await reportsSeenBy('admin', id)).length).toBe(2);
});

test('refuses to start a done or settled visit again, but not a failed one', async () => {
  const id = await visitOf();
  const started = { kind: 'started', key: randomUUID() };
  for (const one of [started, { kind: 'couldNotDraw', reason: 'notHome' }, { kind: 'started' }, { kind: 'done' }])
    expect([one, (await report(id, one)).http]).toEqual([one, 200]);
  const again = await report(id, { kind: 'started' });
  expect([again.http, again.message]).toEqual([409, 'This visit is over: it cannot be started again.']);
  // A repeated report gets the first reply; a correction is accepted.
  expect((await report(id, started)).http).toBe(200);
  expect((await report(id, { kind: 'couldNotDraw', reason: 'noVein' })).http).toBe(200);
  expect(await count(id)).toBe(5);
  const settled = await visitOf();
  const before = new Date(Date.now() - 1).toISOString();
  await setStatus(settled, 'Rejected');
  expect((await report(settled, { kind: 'started' })).http).toBe(409);
  // Made offline before the visit was settled.
  expect((await report(settled, { kind: 'started', madeAt: before })).http).toBe(200);
});

test('shows admins notes of pending visits, and failed draws without a retry', async () => {
  const [drawn, noted, moved, settled] = [
    await visitOf(),
    await visitOf(),
    await visitOf('employee2'),
    await visitOf(),
  ];
  const open = async () => {
    const { data } = await server.as('admin', 'openReports');
    const ours = [drawn, noted, moved, settled];
    return data
      .filter((one: { appointmentId: string }) => ours.includes(one.appointmentId))
      .map(({ appointmentId, kind, note }: Record<string, string>) => [ours.indexOf(appointmentId ?? ''), kind, note]);
  };
  await report(drawn, { kind: 'couldNotDraw', reason: 'notHome' });
  await report(noted, { kind: 'note', note: 'Ring twice' });
  await report(noted, { kind: 'done' });
  await report(moved, { kind: 'couldNotDraw', reason: 'noVein' }, 'employee2');
  await report(settled, { kind: 'note', note: 'Over' });
  const all = [
    [3, 'note', 'Over'],
    [2, 'couldNotDraw', null],
    [1, 'note', 'Ring twice'],
    [0, 'couldNotDraw', null],
  ];
  expect(await open()).toEqual(all);
  const disclosed = (await readTrail(server)).flatMap(({ details }) => JSON.parse(details).ids ?? []);
  expect(disclosed).toEqual(expect.arrayContaining([drawn, noted, moved, settled]));
  await change(moved, { appointmentDateTime: '2033-02-01T09:00' });
  await setStatus(settled, 'Completed');
  await report(drawn, { kind: 'started' });
  expect(await open()).toEqual([[1, 'note', 'Ring twice']]);
});

test('counts the reports of an appointment, for a laboratory without notes', async () => {
  const id = await visitOf();
  await report(id, { kind: 'note', note: 'A dog' });
  const shown = async (person: 'admin' | 'employee' | 'laboratory') => (await visitAs(person, id)).reports;
  expect([await shown('admin'), await shown('employee'), await shown('laboratory')]).toEqual([1, 1, undefined]);
  await report(id, { kind: 'started' });
  expect([await shown('admin'), await shown('laboratory')]).toEqual([2, 1]);
});

test('writes a report, its audit entry and its event in one transaction', async () => {
  const id = await visitOf();
  const { db } = server.services;
  const entries = await trailOf(server, () => report(id, { kind: 'done' }));
  expect(entries.map(({ record_id, deed }) => [record_id, deed])).toEqual([[id, 'change']]);
  expect(entries.at(-1)?.account_id).toBe(server.ids.employee);
  expect(JSON.parse(entries.at(-1)?.details ?? '{}').fields).toContain('kind');
  const events = await db.selectFrom('events').selectAll().where('record_id', '=', id).orderBy('id').execute();
  expect(JSON.parse(events.at(-1)?.audience ?? '[]')).toEqual(
    expect.arrayContaining(['admin', server.ids.employee, server.ids.laboratory]),
  );
});

test('stores visit and travel times without names, and skips impossible ones (spec 17.10)', async () => {
  const { db } = server.services;
  const day = new Date();
  // The afternoon of the day before yesterday in any time zone, after the booking.
  const base = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - 2, 17);
  const visits = await Promise.all([visitOf('employee2'), visitOf('employee2'), visitOf('employee2')]);
  for (const id of visits) await setRows(server, 'appointments', { created_at: base - 86_400_000 }, { id });
  const [first, second, third] = visits as [string, string, string];
  const send = (id: string, kind: string, minute: number, more: object = {}) =>
    report(id, { kind, madeAt: new Date(base + minute * 60_000).toISOString(), ...more }, 'employee2');
  const noReason = { reason: 'other', note: 'Nobody opened' };
  const key = randomUUID();
  const kept = async () =>
    (await db.selectFrom('visit_times').selectAll().where('made_at', '>=', base).orderBy('made_at').execute()).map(
      ({ part, minutes }) => [part, minutes],
    );
  await send(first, 'started', 0);
  await send(first, 'done', 12, { key });
  await send(first, 'done', 12, { key });
  await send(second, 'started', 42);
  await send(second, 'note', 43, { note: 'Ring twice' });
  await send(second, 'couldNotDraw', 50, noReason);
  // The way between two visits needs two different visits.
  await send(second, 'started', 51);
  await send(second, 'done', 60);
  expect(await kept()).toEqual([
    ['door', 12],
    ['between', 30],
    ['door', 8],
    ['door', 9],
  ]);
  // Skips ways overnight, visits of three hours, and times in the future.
  await send(third, 'started', 16 * 60);
  await send(third, 'couldNotDraw', 16 * 60 + 181, noReason);
  await send(third, 'started', 16 * 60 + 182);
  await send(third, 'couldNotDraw', 10 * 24 * 60, noReason);
  expect(await kept()).toHaveLength(4);
  const [row] = await db.selectFrom('visit_times').selectAll().limit(1).execute();
  expect(Object.keys(row ?? {}).toSorted()).toEqual(['id', 'made_at', 'minutes', 'part']);
});

describe('visit reported as done', () => {
  /** Creates a visit of today, which counts in the day's progress. */
  async function visitToday(person: 'employee' | 'employee2' = 'employee'): Promise<string> {
    const id = await visitOf(person);
    await setRows(server, 'appointments', { scheduled_at: Date.now() }, { id });
    return id;
  }
  const dayOf = async () => (await server.as('admin', 'overview')).data;
  const inTab = async () =>
    (await server.as('admin', 'adminAppointments', { query: { tab: 'done', perPage: 100 } })).data.appointments.map(
      ({ _id }: { _id: string }) => _id,
    );
  const paymentOf = async (id: string) => (await rowOf(server, 'transactions', { appointment_id: id })).status;
  const setMany = (appointments: { _id: string; status: string; version?: number }[]) =>
    server.as('admin', 'setStatusMany', { body: { appointments } });

  test.runIf(hasPlugin('overview'))('counts as done at once and waits in a tab for completion', async () => {
    const before = await dayOf();
    const month = (await server.as('laboratory', 'laboratoryOverview')).data.completed.month;
    const id = await visitToday();
    await report(id, { kind: 'done' });
    const after = await dayOf();
    expect(after.today).toEqual({ visits: before.today.visits + 1, done: before.today.done + 1 });
    expect(after.toConfirm).toBe(before.toConfirm + 1);
    expect(after.loads).toContainEqual(expect.objectContaining({ _id: server.ids.employee, done: 1 }));
    expect((await server.as('admin', 'appointmentCounts')).data.done).toBe((await inTab()).length);
    expect(await inTab()).toContain(id);
    const [shown] = (await server.as('admin', 'adminToday')).data.filter((one: { _id: string }) => one._id === id);
    expect([shown.visitState, shown.status]).toEqual(['done', 'Pending']);
    // Only completed visits count for the month.
    expect((await server.as('laboratory', 'laboratoryOverview')).data.completed.month).toBe(month);
    await report(id, { kind: 'couldNotDraw', reason: 'noVein' });
    // A failed draw ends the visit, too, as on the employee's screens.
    expect([(await inTab()).includes(id), (await dayOf()).today.done]).toEqual([false, before.today.done + 1]);
  });

  test('is completed in bulk with its payment, and reopened by undo', async () => {
    const ids = [await visitToday(), await visitToday('employee2')];
    for (const [at, id] of ids.entries()) await report(id, { kind: 'done' }, at === 0 ? 'employee' : 'employee2');
    const gone = 'f'.repeat(24);
    const done = await setMany([...ids, gone].map((_id) => ({ _id, status: 'Completed' })));
    expect(done.data.left).toEqual([{ _id: gone, why: 'gone' }]);
    expect(done.data.changed.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
    expect((await inTab()).filter((id: string) => ids.includes(id))).toEqual([]);
    expect(await Promise.all(ids.map(paymentOf))).toEqual(['Completed', 'Completed']);
    expect((await setMany(ids.map((_id) => ({ _id, status: 'Completed' })))).data.left.map(whyOf)).toEqual([
      'same',
      'same',
    ]);
    const [first, second] = done.data.changed as { _id: string; version: number }[];
    const back = await setMany([
      { ...(first as { _id: string; version: number }), status: 'Pending' },
      { _id: second?._id ?? '', version: 1, status: 'Pending' },
    ]);
    expect(back.data.left.map(whyOf)).toEqual(['changed']);
    expect((await inTab()).filter((id: string) => ids.includes(id))).toEqual([first?._id]);
    expect(await paymentOf(first?._id ?? '')).toBe('Pending');
  });

  test('is open again for its employee once a change is undone', async () => {
    const id = await visitToday();
    await report(id, { kind: 'done' });
    await change(id, { employeeId: server.ids.employee2, confirmed: true });
    expect(await inTab()).not.toContain(id);
    await change(id, { employeeId: server.ids.employee, confirmed: true });
    expect(await inTab()).toContain(id);
  });

  test('is moved, reassigned or cancelled only after confirmation, alone and in bulk', async () => {
    const ids = [await visitToday(), await visitToday('employee2')];
    const [id = '', other = ''] = ids;
    await report(id, { kind: 'done' });
    await report(other, { kind: 'done' }, 'employee2');
    const moved = { appointmentDateTime: '2033-03-01T09:00' };
    for (const body of [moved, { employeeId: '' }, { cancelReason: 'By mistake' }]) {
      const asked = await change(id, body);
      expect([asked.http, asked.data.overlap, asked.message]).toEqual([
        409,
        true,
        expect.stringMatching(/reported this visit as done/),
      ]);
    }
    expect((await change(id, { address: '1 Elm Street' })).http).toBe(200);
    const appointments = ids.map((_id) => ({ _id, employeeId: '' }));
    const many = await server.as('admin', 'assignMany', { body: { appointments } });
    expect([many.http, many.data.overlap, many.message]).toEqual([409, true, expect.stringMatching(/done.*: 2\.$/)]);
    expect([(await inTab()).includes(id), (await inTab()).includes(other)]).toEqual([true, true]);
    expect((await change(id, { ...moved, confirmed: true })).http).toBe(200);
    const confirmed = await server.as('admin', 'assignMany', { body: { appointments, confirmed: true } });
    expect(confirmed.data.changed).toHaveLength(2);
  });

  test('stays with its employee after their deletion', async () => {
    const own = await serverForTest();
    const params = { id: await visitOf('employee2', own) };
    await report(params.id, { kind: 'done' }, 'employee2', own);
    const deleted = await own.as('admin', 'deleteEmployee', { params: { id: own.ids.employee2 } });
    expect(deleted.http).toBe(200);
    const { appointments } = (await own.as('admin', 'adminAppointments', { query: params })).data;
    expect([appointments[0].employeeId?._id, appointments[0].visitState]).toEqual([own.ids.employee2, 'done']);
  });

  test('is completed automatically if the setting says so', async () => {
    const own = await serverForTest({ COMPLETE_WHEN_DONE: 'on' });
    const id = await visitAt(Date.now(), 'employee', own);
    const send = async (body: Record<string, unknown>, of = id) => {
      expect((await report(of, body, 'employee', own)).http).toBe(200);
      const visit = await rowOf(own, 'appointments', { id: of });
      const payment = await rowOf(own, 'transactions', { appointment_id: of });
      return [visit.status, payment.status];
    };
    const set = (status: string) => own.as('admin', 'updateAppointment', { params: { id }, body: { status } });
    expect(await send({ kind: 'done' })).toEqual(['Completed', 'Completed']);
    // An employee's correction takes back what Done set.
    expect(await send({ kind: 'couldNotDraw', reason: 'noVein' })).toEqual(['Pending', 'Pending']);
    expect(await send({ kind: 'done' })).toEqual(['Completed', 'Completed']);
    await set('Pending');
    expect(await send({ kind: 'note', note: 'The tube is at the desk' })).toEqual(['Pending', 'Pending']);
    // A status that an admin set since stays.
    await set('Completed');
    expect(await send({ kind: 'couldNotDraw', reason: 'noVein' })).toEqual(['Completed', 'Completed']);
    const ahead = await visitAt(Date.now() + 30 * 3_600_000, 'employee', own);
    expect(await send({ kind: 'done' }, ahead)).toEqual(['Pending', 'Pending']);
    // Hours before the visit, an admin has to look at it.
    const later = await visitAt(Date.now() + 3 * 3_600_000, 'employee', own);
    expect(await send({ kind: 'done' }, later)).toEqual(['Pending', 'Pending']);
  });

  test('opens again beside a visit booked in its place, which dispatchers see as a conflict', async () => {
    const own = await serverForTest({ COMPLETE_WHEN_DONE: 'on', VISIT_MINUTES: '30' });
    const now = Date.now();
    const done = await visitAt(now, 'employee', own);
    await report(done, { kind: 'done' }, 'employee', own);
    const other = await visitAt(now, 'employee', own);
    const conflicts = async () => {
      const today = getToday(own.services.config.timeZone, now);
      const { data } = await own.as('admin', 'planConflicts', { query: { from: today, to: today } });
      return data.visits.map(({ _id }: { _id: string }) => _id).toSorted();
    };
    expect(await conflicts()).toEqual([]);
    expect((await report(done, { kind: 'couldNotDraw', reason: 'noVein' }, 'employee', own)).http).toBe(200);
    expect(await conflicts()).toEqual([done, other].toSorted());
  });
});

describe('late report made before a dispatcher’s change', () => {
  const HOUR = 3_600_000;
  const own = serverForAll({ COMPLETE_WHEN_DONE: 'on' });
  /** A visit of today that was booked yesterday, and a time before now at which it was reported. */
  async function booked() {
    const id = await visitAt(Date.now() - HOUR, 'employee', own);
    await setRows(own, 'appointments', { created_at: Date.now() - 24 * HOUR }, { id });
    return { id, madeAt: new Date(Date.now() - HOUR).toISOString() };
  }
  const stored = async (id: string) => {
    const { status, visit_state, scheduled_at } = await rowOf(own, 'appointments', { id });
    return { status, visit_state, scheduled_at };
  };
  const noticesOf = async () => (await own.as('admin', 'notifications')).data as { title: string; body: string }[];
  const dispatch = (id: string, body: Record<string, unknown>) =>
    own.as('admin', 'changeAppointment', { params: { id }, body });

  test.each([
    ['sets the status back', (id: string) => visitsOf(own).setStatus(id, 'Pending')],
    ['completes it', (id: string) => visitsOf(own).setStatus(id, 'Completed')],
    ['moves it', (id: string) => dispatch(id, { appointmentDateTime: new Date(Date.now() + 60_000).toISOString() })],
    ['cancels it', (id: string) => dispatch(id, { cancelReason: 'The patient called' })],
    ['unassigns the employee', (id: string) => dispatch(id, { employeeId: '' })],
    ['assigns another employee', (id: string) => dispatch(id, { employeeId: own.ids.employee2 })],
    [
      'assigns another employee in bulk',
      (_id: string) =>
        own.as('admin', 'assignMany', { body: { appointments: [{ _id, employeeId: own.ids.employee2 }] } }),
    ],
  ])('changes nothing and is sent to admins: %s', async (_, change) => {
    const { id, madeAt } = await booked();
    expect((await change(id)).http).toBe(200);
    const before = await stored(id);
    for (const body of [
      { kind: 'started', madeAt },
      { kind: 'done', madeAt },
      { kind: 'couldNotDraw', reason: 'noVein', madeAt },
    ])
      expect((await report(id, body, 'employee', own)).http).toBe(200);
    expect(await stored(id)).toEqual(before);
    const [failed, done] = await noticesOf();
    expect([failed?.title, done?.title]).toEqual(Array(2).fill('Report from before your change'));
    expect([failed?.body, done?.body]).toEqual([
      expect.stringMatching(/Ámbar Quill .*: Could not draw\. No suitable vein\. The report is older/),
      expect.stringMatching(/Ámbar Quill .*: Done\. The report is older/),
    ]);
    expect(await rowsOf(own, 'visit_reports', { appointment_id: id })).toHaveLength(3);
    // A further change does not bring them back.
    await visitsOf(own).setStatus(id, 'Pending');
    await dispatch(id, { employeeId: own.ids.employee, address: '2 Elm Street' });
    expect(await stored(id)).toMatchObject({ status: 'Pending', visit_state: null });
    // A report made since counts.
    expect((await report(id, { kind: 'done' }, 'employee', own)).http).toBe(200);
    expect(await stored(id)).toMatchObject({ status: 'Completed', visit_state: 'done' });
  });

  test('is refused if the visit had been taken away before', async () => {
    const { id } = await booked();
    await dispatch(id, { employeeId: own.ids.employee2 });
    expect((await report(id, { kind: 'done' }, 'employee', own)).http).toBe(404);
    expect((await report(id, { kind: 'done', madeAt: '2099-01-01T00:00:00.000Z' }, 'employee', own)).http).toBe(404);
  });

  test('is on time if the employee got the visit later by their clock', async () => {
    const id = await visitAt(Date.now() - HOUR, 'employee', own);
    await setRows(own, 'appointments', { created_at: Date.now() - 24 * HOUR }, { id });
    const madeAt = new Date(Date.now() - HOUR).toISOString();
    expect((await report(id, { kind: 'done', madeAt }, 'employee', own)).http).toBe(200);
    expect(await stored(id)).toMatchObject({ status: 'Completed', visit_state: 'done' });
  });
});
