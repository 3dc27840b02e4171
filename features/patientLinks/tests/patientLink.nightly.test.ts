import { randomUUID } from 'node:crypto';
import { readConfig } from 'portal-frame/internal/server';
import { getToday } from 'portal-frame/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import app from '../../../server/app.ts';
import { serverForAll, serverForTest } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { askPatients } from '../server/eveningMail.ts';
import { formatVisitWindow } from '../server/visitWindow.ts';

const ORIGIN = 'https://portal.example.test';
const smtp = smtpFor('all');
const env = () => ({
  ...{ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN, EVENING_MAIL: '18:00', VISIT_MINUTES: '45' },
  ...{ PATIENT_CHANGE_HOURS: '12', PATIENT_TIMES: '09:00-12:00', ON_MY_WAY: 'on' },
});
const server = serverForAll(env, planConfigs);
const { add, assign, change } = visitsOf(server);
const report = (id: string, body: object) =>
  server.as('employee', 'reportVisit', { params: { id }, body: { key: randomUUID(), ...body } });
interface Booked {
  id: string;
  email: string;
}
let patients = 0;
/** The evening before the visits. */
const evening = (day: string) => Date.parse(`${day}T00:00:00Z`);
afterEach(() => vi.useRealTimers());

/** Sets the clock. Sessions of accounts are over then. */
const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });

/** A visit of an employee whose patient has a link; the clock shows the evening before. */
async function asked(day: string, time = '15:00') {
  vi.useRealTimers();
  const email = `mover${patients++}@example.test`;
  const id = await add({
    patientName: 'Ann Lee',
    email,
    appointmentDateTime: `${day}T${time}`,
    address: '1 Elm St, PA 19107',
  });
  await assign(id);
  await askPatients(server.services, evening(day));
  const path = linkIn((await smtp.next(email)).text);
  setClock(evening(day));
  return { id, email, path };
}
const linkIn = (text: string) => new RegExp(`${ORIGIN}(/visit-confirmation/[\\w-]{43})\\s`).exec(text)?.[1] ?? '';
const look = (url: string) => server.inject({ method: 'GET', url });
const send = (url: string, answer: Record<string, string>, on = server) =>
  on.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(answer).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const move = (url: string, at: string | number) => send(url, { answer: 'moved', at: String(Number(new Date(at))) });
const visit = async (id: string) =>
  server.services.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const timesIn = (html: string) => [...html.matchAll(/<option value="(\d+)"/g)].map(([, at]) => Number(at));
const noticesOf = async (id: string) =>
  (await server.services.db.selectFrom('notifications').select('title').where('appointment_id', '=', id).execute()).map(
    ({ title }) => title,
  );

describe('link for a patient', () => {
  it('needs the evening mail, and times in order', () => {
    const bare = { DATA_DIR: server.config.dataDir, PUBLIC_URL: ORIGIN };
    expect(() => readConfig({ ...bare, PATIENT_CHANGE_HOURS: '2' }, app)).toThrow(
      'PATIENT_CHANGE_HOURS needs EVENING_MAIL',
    );
    expect(() => readConfig({ ...bare, ON_MY_WAY: 'on' }, app)).toThrow('ON_MY_WAY needs EVENING_MAIL');
    expect(() => readConfig({ ...bare, PATIENT_TIMES: '12:00-08:00' }, app)).toThrow(
      'PATIENT_TIMES ends before it begins',
    );
    expect(() => readConfig({ ...bare, PATIENT_TIMES: 'noon' }, app)).toThrow('two times such as 08:00-18:00');
  });

  it('moves and confirms the visit at a free time of its employee, and notifies all (spec 33.8)', async () => {
    await assign(await add({ appointmentDateTime: '2027-03-03T09:00', address: '1 Elm St, PA 19107' }));
    const { id, path } = await asked('2027-03-02');
    const page = await look(path);
    expect(page.body).toContain('Move this visit');
    for (const secret of ['Ann', 'EMP-', '<script', 'style=']) expect(page.body).not.toContain(secret);
    const offered = timesIn(page.body);
    expect(offered.length).toBeGreaterThan(20);
    for (const at of offered) {
      const hour = new Date(at).toLocaleTimeString('sv', { timeZone: 'America/New_York' }).slice(0, 5);
      expect(hour >= '09:00' && hour <= '12:00').toBe(true);
      expect(at).toBeGreaterThanOrEqual(Date.now() + 12 * 3_600_000);
    }
    const to = offered.find((at) => at >= Date.parse('2027-03-03T15:00:00Z')) ?? 0;
    const { from, to: until } = formatVisitWindow(to, server.config, 'en');
    // Twice at once: a double click.
    const replies = await Promise.all([move(path, to), move(path, to), move(path, to)]);
    expect(replies.map(({ statusCode, body }) => [statusCode, body.includes(`between ${from} and ${until}`)])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    const row = await visit(id);
    expect([row.scheduled_at, row.employee_id, row.status]).toEqual([to, server.ids.employee, 'Pending']);
    expect((await noticesOf(id)).filter((title) => title === 'Patient moved a visit')).toHaveLength(1);
    expect((await noticesOf(id)).filter((title) => title === 'Appointment moved').length).toBeGreaterThanOrEqual(2);
    // The evening before the new time nobody is asked again.
    expect(await askPatients(server.services, evening('2027-03-03'))).toBe(0);
    // The link stands for the new time, and may be used again.
    expect((await move(path, '2027-03-04T15:30:00Z')).statusCode).toBe(200);
    expect((await visit(id)).scheduled_at).toBe(Date.parse('2027-03-04T15:30:00Z'));
    expect((await move(path, to)).statusCode).toBe(200);
    expect((await visit(id)).scheduled_at).toBe(to);
    vi.useRealTimers();
    const { data } = await server.as('admin', 'visitOrder', { params: { id } });
    expect(data.confirmation).toMatchObject({ answer: 'confirmed' });
  });

  it('refuses times that are taken, outside the hours, too soon or invalid', async () => {
    await assign(await add({ appointmentDateTime: '2027-04-07T10:00', address: '1 Elm St, PA 19107' }));
    const { id, path } = await asked('2027-04-06');
    const before = await visit(id);
    for (const at of [
      ...['2027-04-07T14:15:00Z', '2027-04-07T20:00:00Z', '2027-04-07T14:07:00Z', '2027-04-05T14:00:00Z'],
      ...['2027-06-01T14:00:00Z', 0, 999_999_999_999_999],
    ])
      expect([at, (await move(path, at)).statusCode]).toEqual([at, 409]);
    for (const at of ['soon', '-1', '1e9', ''])
      expect((await send(path, { answer: 'moved', at })).statusCode).toBe(400);
    expect((await send(path, { answer: 'moved' })).statusCode).toBe(400);
    expect(await visit(id)).toEqual(before);
    // Of two times at once, the visit has one.
    const both = ['2027-04-08T14:00:00Z', '2027-04-08T15:00:00Z'];
    const replies = await Promise.all(both.map((at) => move(path, at)));
    expect(replies.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(both.map((at) => Date.parse(at))).toContain((await visit(id)).scheduled_at);
  });

  it.each([
    ['of an employee', '2027-05-04', '2027-05-05'],
    ['without an employee', '2027-05-11', '2027-05-12'],
  ])('gives a time to only one of two patients %s', async (whose, day, next) => {
    const [one, other] = [await asked(day, '14:00'), await asked(day, '16:00')];
    const to = `${next}T14:00:00Z`;
    if (whose === 'without an employee') {
      vi.useRealTimers();
      for (const { id } of [one, other]) expect((await change(id, { employeeId: '' })).http).toBe(200);
      // Only one of both employees is free at that time.
      const busy = await add({ patientName: 'Bo Roe', appointmentDateTime: `${next}T10:00` });
      expect((await assign(busy, 'employee2')).http).toBe(200);
      setClock(evening(day));
    }
    const replies = await Promise.all([move(one.path, to), move(other.path, to)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.body).toContain('This time is no longer free.');
  });

  it('cancels once with a reason, and neither moves nor cancels after that', async () => {
    const { id, path } = await asked('2027-06-01');
    expect((await send(path, { answer: 'cancelled' })).statusCode).toBe(400);
    const replies = await Promise.all([1, 2].map(() => send(path, { answer: 'cancelled', reason: 'unwell' })));
    for (const { statusCode, body } of replies) {
      expect(statusCode).toBe(200);
      expect(body).toContain('Your visit is cancelled');
    }
    const row = await visit(id);
    expect([row.status, row.cancelled_by, row.cancel_reason]).toEqual([
      ...['Rejected', 'patient'],
      expect.stringMatching(/^By the patient: /),
    ]);
    expect((await noticesOf(id)).filter((title) => title === 'Patient cancelled a visit')).toHaveLength(1);
    expect((await move(path, '2027-06-03T14:00:00Z')).body).toContain('Your visit is cancelled');
    expect(await visit(id)).toEqual(row);
  });

  it('changes nothing after the policy’s limit, after a dispatcher’s change, or by a guess', async () => {
    const { id, path } = await asked('2027-07-06');
    vi.setSystemTime(Date.parse('2027-07-06T07:00:01Z'));
    expect((await look(path)).body).not.toContain('Move this visit');
    const before = await visit(id);
    const late = [
      await move(path, '2027-07-08T14:00:00Z'),
      await send(path, { answer: 'cancelled', reason: 'unwell' }),
    ];
    expect(late.map(({ statusCode, body }) => [statusCode, body.includes('It is too late')])).toEqual([
      [409, true],
      [409, true],
    ]);
    expect(await visit(id)).toEqual(before);
    const other = await asked('2027-07-13');
    vi.useRealTimers();
    await change(other.id, { appointmentDateTime: '2027-07-13T16:00' });
    setClock(evening('2027-07-13'));
    expect((await move(other.path, '2027-07-15T14:00:00Z')).statusCode).toBe(410);
    expect((await send(other.path, { answer: 'cancelled', reason: 'unwell' })).statusCode).toBe(410);
    const guess = `/visit-confirmation/${'g'.repeat(43)}`;
    expect((await move(guess, '2027-07-15T14:00:00Z')).statusCode).toBe(404);
    expect((await visit(other.id)).scheduled_at).toBe(Date.parse('2027-07-13T20:00:00Z'));
  });

  it('offers and changes nothing without a policy', async () => {
    const { PATIENT_CHANGE_HOURS: _, ...rest } = env();
    const bare = await serverForTest(rest, planConfigs);
    const id = await visitsOf(bare).add({ email: 'bare@example.test', appointmentDateTime: '2027-08-03T15:00' });
    await askPatients(bare.services, evening('2027-08-03'));
    const path = linkIn((await smtp.next('bare@example.test')).text);
    setClock(evening('2027-08-03'));
    const { body } = await bare.inject({ method: 'GET', url: path });
    expect([body.includes('Move this visit'), body.includes('Cancel the visit')]).toEqual([false, false]);
    expect((await send(path, { answer: 'cancelled', reason: 'unwell' }, bare)).statusCode).toBe(409);
    const row = await bare.services.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.status).toBe('Pending');
  });
});

describe('notice that an employee is on the way', () => {
  /** Any time of today, as the tests run at any time of it. */
  const today = () => getToday(server.config.timeZone);

  it('goes once to the next patient, with only a link to window and visits before (spec 33.8)', async () => {
    const booked: Booked[] = [];
    for (const time of ['00:00', '00:50', '01:40']) {
      const email = `way${booked.length}@example.test`;
      const id = await add({ patientName: 'Bo Kim', email, appointmentDateTime: `${today()}T${time}` });
      await assign(id);
      booked.push({ id, email });
    }
    const [first, second, third] = booked as [Booked, Booked, Booked];
    await report(first.id, { kind: 'started' });
    await report(first.id, { kind: 'done' });
    const { text } = await smtp.next(second.email);
    expect(text).toContain('comes to you next');
    const { body, statusCode } = await look(linkIn(text));
    const seen = [statusCode, body.includes('You are next.'), body.includes('between 12:50 AM and 1:35 AM')];
    expect(seen).toEqual([200, true, true]);
    for (const secret of ['Bo', 'EMP-', 'Natera']) expect(body).not.toContain(secret);
    // A report that is corrected sends no second mail.
    await report(first.id, { kind: 'couldNotDraw', reason: 'other', note: 'x' });
    await report(second.id, { kind: 'done' });
    expect((await smtp.next(third.email)).text).toContain('1:40 AM');
    expect(smtp.mails.filter(({ to }) => to.includes(second.email))).toEqual([]);
    // It was made before its time.
    setClock((await visit(second.id)).scheduled_at - 60_000);
    expect((await look(linkIn(text))).statusCode).toBe(410);
    vi.useRealTimers();
  });

  it('counts the visits before on the day itself, also by the link of the evening', async () => {
    await assign(await add({ appointmentDateTime: '2027-09-14T13:00' }));
    const { path } = await asked('2027-09-14', '16:00');
    expect((await look(path)).body).not.toContain('Visits before yours');
    setClock(Date.parse('2027-09-14T16:00:00Z'));
    expect((await look(path)).body).toContain('Visits before yours today: 1.');
    // The time of the visit passes, and the link still tells the patient.
    setClock(Date.parse('2027-09-14T20:30:00Z'));
    const late = await look(path);
    expect([late.statusCode, late.body.includes('Visits before yours today: 1.')]).toEqual([200, true]);
    setClock(Date.parse('2027-09-15T12:00:00Z'));
    expect((await look(path)).statusCode).toBe(410);
  });
});
