import { readConfig } from 'portal-frame/internal/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import app from '../../../server/app.ts';
import { serverForAll, serverForTest } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { versionsOf } from '../../../tests/api/tables.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { askPatients } from '../server/eveningMail.ts';

const ORIGIN = 'https://portal.example.test';
const smtp = smtpFor('all');
const env = () => ({
  SMTP_URL: smtp.url,
  PUBLIC_URL: ORIGIN,
  EVENING_MAIL: '18:00',
  CONTACT_PHONE: '(215) 555-0100',
  MAIL_FROM: 'Home Draw <no@home.test>',
});
const server = serverForAll(env, { ...withOrders(), visitMinutes: 45 });
/** A test that requires fasting. */
let lipids = '';
let patients = 0;

beforeAll(async () => {
  const add = async (name: string, values: object) =>
    (await clientOf(server, 'admin', name).create(values as never)).body.id as string;
  const tubeKind = await add('tubeKinds', { name: 'Serum', cap: 'gold', additive: 'Gel', drawOrder: 3, volume: 5 });
  lipids = await add('tests', { name: 'Lipid panel', tubeKind, volume: 1, fastingHours: 12 });
});
afterEach(() => vi.useRealTimers());

const { add, change, setStatus } = visitsOf(server);
/** A visit of the patient with an order that requires fasting. */
async function book(
  appointmentDateTime: string,
  more: object = {},
  order: object = { 'tests[0]': lipids, orderedBy: 'Dr. Osei' },
) {
  const email = `patient${patients++}@example.test`;
  return { id: await add({ patientName: 'Ann Lee', email, appointmentDateTime, ...order, ...more }), email };
}
const pathIn = (text: string) => new RegExp(`${ORIGIN}(/visit-confirmation/[\\w-]{43})\\s`).exec(text)?.[1] ?? '';
/** A visit whose patient received the question, and the address of the page. */
async function asked(day: string, order?: object) {
  const visit = await book(`${day}T09:30`, {}, order);
  await askPatients(server.services, Date.parse(`${day}T02:00:00Z`));
  const { text } = await smtp.next(visit.email);
  return { ...visit, text, path: pathIn(text) };
}
const look = (url: string, language = 'en-US,en;q=0.9') =>
  server.inject({ method: 'GET', url, headers: { 'accept-language': language } });
const send = (url: string, answer: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(answer).toString(),
  });
const orderOf = async (id: string) => (await server.as('admin', 'visitOrder', { params: { id } })).data;
const gapsOf = async (person: 'admin' | 'laboratory', id: string) =>
  (await server.as(person, `${person}Appointments`, { query: { id } })).data.appointments[0].gaps;

test('is off without a time, and needs a public address for its links', async () => {
  const bare = await serverForTest({ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN });
  await visitsOf(bare).add({ email: 'off@example.test', appointmentDateTime: '2038-02-02T09:30' });
  expect(await askPatients(bare.services, Date.parse('2038-02-02T02:00:00Z'))).toBe(0);
  const link = { method: 'POST', url: `/visit-confirmation/${'a'.repeat(43)}` } as const;
  expect((await bare.inject(link)).statusCode).toBe(404);
  const env = { DATA_DIR: server.config.dataDir, EVENING_MAIL: '18:00' };
  expect(() => readConfig(env, app)).toThrow('EVENING_MAIL needs PUBLIC_URL');
  expect(() => readConfig({ ...env, PUBLIC_URL: ORIGIN, EVENING_MAIL: '24:00' }, app)).toThrow('a time such as 18:00');
});

test('asks each patient of the next day once, also across clock changes', async () => {
  // New York's clocks go forward on March 14 and back on November 7.
  for (const [day, evening] of [
    ['2038-03-14', '2038-03-13T23:00:00Z'],
    ['2038-11-07', '2038-11-06T22:00:00Z'],
  ] as const) {
    const [first, last] = [await book(`${day}T00:10`), await book(`${day}T23:50`)];
    const next = await book(`${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}T00:05`);
    await book(`${day}T10:00`, { email: '' });
    await book(`${day}T10:00`, { status: 'Completed' });
    expect(await askPatients(server.services, Date.parse(evening) - 1)).toBe(0);
    const times = [0, 0, 3_600_000].map((later) => askPatients(server.services, Date.parse(evening) + later));
    expect((await Promise.all(times)).reduce((sum, count) => sum + count)).toBe(2);
    for (const { email } of [first, last]) expect(pathIn((await smtp.next(email)).text)).not.toBe('');
    expect(smtp.mails.filter(({ to }) => to.includes(next.email))).toEqual([]);
  }
});

test('mails time and business in both languages without medical data', async () => {
  const { text, id, path } = await asked('2038-02-03');
  expect(text).toContain('Home Draw comes to you on Wednesday, February 3, between 9:30 AM and 10:15 AM EST.');
  expect(text).toContain('miércoles, 3 de febrero');
  const { data } = await server.as('admin', 'adminAppointments', { query: { id } });
  for (const secret of ['Ann', 'Lipid', 'fast', 'Osei', data.appointments[0].labortary])
    expect(text).not.toContain(secret);
  expect([...text.matchAll(/https?:/g)]).toHaveLength(2);
  // The database and its backups do not contain the link.
  const rows = await server.services.db.selectFrom('visit_confirmations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(path.slice(-43));
  expect(await server.services.db.selectFrom('outbox').select('id').where('kind', '=', 'visit').execute()).toEqual([]);
});

test('confirms time and preparation by the answer only, and only once (spec 17.12)', async () => {
  const { id, path } = await asked('2038-02-04');
  expect(await gapsOf('admin', id)).toEqual(['fasting']);
  for (const _ of [1, 2]) {
    const page = await look(path);
    expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).toContain('I am following the preparation I was given.');
    for (const secret of ['Ann', 'Lipid', 'Osei', '<script', '<style', 'style='])
      expect(page.body).not.toContain(secret);
  }
  expect((await look(path, 'es-MX')).body).toContain('Su visita del jueves, 4 de febrero');
  expect((await server.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  expect((await orderOf(id)).confirmation).toBeNull();

  expect((await send(path, { answer: 'confirmed', prepared: 'yes' })).body).toContain('The time is confirmed.');
  expect(await gapsOf('laboratory', id)).toBeUndefined();
  expect(await orderOf(id)).toMatchObject({
    order: { fasting: 'confirmed', fastingAt: expect.any(String) },
    confirmation: { answer: 'confirmed', reason: null },
  });
  const { entries } = (await server.as('admin', 'audit', { query: { recordId: id, operation: 'change' } })).data;
  expect(entries[0]).toMatchObject({ accountId: null, details: { action: 'confirmed', fields: ['confirmation'] } });
  // A repeated answer changes nothing.
  expect((await send(path, { answer: 'confirmed' })).body).toContain('The time is confirmed.');
  expect(await orderOf(id)).toMatchObject({ order: { fasting: 'confirmed' } });
});

test('leaves fasting open if only the time is confirmed, and asks only if needed', async () => {
  const { id, path } = await asked('2038-02-05');
  await send(path, { answer: 'confirmed' });
  expect(await gapsOf('admin', id)).toEqual(['fasting']);
  const plain = await asked('2038-02-06', {});
  expect((await look(plain.path)).body).not.toContain('preparation');
});

test('notifies the admins of a no and shows it until somebody settles it by phone (spec 17.12)', async () => {
  const { id, path } = await asked('2038-02-08');
  const answered = await Promise.all(
    ['notPrepared', 'unwell'].map((reason) => send(path, { answer: 'declined', reason })),
  );
  for (const { statusCode, body } of answered) {
    expect(statusCode).toBe(200);
    expect(body).toContain('we will contact you');
  }
  const shown = await orderOf(id);
  expect(shown.gaps[0]).toBe('declined');
  expect(['notPrepared', 'unwell']).toContain(shown.confirmation.reason);
  expect(shown.order.fasting).toBe(shown.confirmation.reason === 'notPrepared' ? 'notFasting' : 'notAsked');
  expect((await gapsOf('laboratory', id))[0]).toBe('declined');
  const notices = async (person: 'admin' | 'laboratory') =>
    (await server.as(person, 'notifications')).data.filter(
      ({ title }: { title: string }) => title === 'Patient says no',
    );
  expect((await notices('admin')).map(({ body }: { body: string }) => body)).toEqual([
    expect.stringMatching(/^Ann Lee says no to the visit on Feb 8, 2038, 9:30 AM: (I could not|I do not feel)/),
  ]);
  expect(await notices('laboratory')).toEqual([]);

  // Settled by phone, the gap is closed, and the order's history names the person who settled it.
  const settle = (person: 'admin' | 'laboratory') =>
    clientOf(server, person, 'testOrders').send('POST', `/${shown.order._id}/confirmByPhone`, {});
  expect((await settle('laboratory')).http).toBe(403);
  expect((await settle('admin')).http).toBe(200);
  expect(await orderOf(id)).toMatchObject({ gaps: shown.gaps.slice(1), order: { agreedAt: expect.any(String) } });
  expect((await settle('admin')).http).toBe(409);
  expect((await versionsOf(server, shown.order._id))[0]?.action).toBe('confirmByPhone');
});

test('settles a no by a new time and asks about that one (spec 17.12)', async () => {
  const { id, path } = await asked('2038-02-16');
  await send(path, { answer: 'declined', reason: 'unwell' });
  expect((await orderOf(id)).gaps).toContain('declined');
  await change(id, { appointmentDateTime: '2038-02-17T11:00' });
  expect((await orderOf(id)).gaps).not.toContain('declined');
  expect(await askPatients(server.services, Date.parse('2038-02-17T02:00:00Z'))).toBe(1);
});

test('asks for a missing reason and explains outdated links', async () => {
  const { id, path } = await asked('2038-02-10');
  for (const wrong of [{}, { answer: 'declined' }, { answer: 'declined', reason: 'bored' }, { answer: 'maybe' }]) {
    const reply = await send(path, wrong as Record<string, string>);
    expect([reply.statusCode, reply.body.includes('role="alert"')]).toEqual([400, true]);
  }
  expect((await send(path, { answer: 'confirmed', reason: 'x'.repeat(70_000) })).statusCode).toBe(413);
  expect((await send(path, { answer: 'confirmed' })).statusCode).toBe(200);
  expect((await orderOf(id)).confirmation).toMatchObject({ answer: 'confirmed' });

  const moved = await asked('2038-02-11');
  await change(moved.id, { appointmentDateTime: '2038-02-11T12:00' });
  const cancelled = await asked('2038-02-12');
  await setStatus(cancelled.id, 'Rejected');
  for (const url of [moved.path, cancelled.path]) {
    const replies = [await look(url), await send(url, { answer: 'confirmed', prepared: 'yes' })];
    expect(replies.map(({ statusCode, body }) => [statusCode, body.includes('has changed')])).toEqual([
      [410, true],
      [410, true],
    ]);
  }
  expect((await orderOf(moved.id)).confirmation).toBeNull();

  const late = await asked('2038-02-13');
  const none = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await look(none)).statusCode).toBe(404);
  // Nor does a truncated or extended link lead to the sign-in.
  for (const url of [path.slice(0, -7), `${path}.`, `${path}/`, '/visit-confirmation/', `${path}%20`]) {
    const { statusCode, body } = await look(url);
    expect([statusCode, body.includes('This link does not work')]).toEqual([404, true]);
  }
  expect((await send(none, { answer: 'confirmed' })).statusCode).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2038-02-13T14:30:00Z') });
  expect([(await look(late.path)).statusCode, (await send(late.path, { answer: 'confirmed' })).statusCode]).toEqual([
    410, 410,
  ]);
  vi.useRealTimers();
  expect((await orderOf(late.id)).confirmation).toBeNull();
});

test('opens a valid link during a flood of guesses from its network', async () => {
  const { path } = await asked('2027-02-19');
  const from = (url: string, method: 'GET' | 'POST' = 'GET') =>
    server.inject({
      method,
      url,
      remoteAddress: '203.0.113.9',
      ...(method === 'POST' && {
        payload: 'answer=confirmed',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
  const codes = [];
  for (let tries = 0; tries < 125; tries++)
    codes.push((await from(`/visit-confirmation/${String(tries).padEnd(43, 'y')}`)).statusCode);
  expect([codes[0], codes.at(-1)]).toEqual([404, 429]);
  const opened = [await from(path), await from('/public/assets/page.css'), await from(path, 'POST')];
  expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  // A valid link is limited by itself.
  const many = [];
  for (let tries = 0; tries < 121; tries++) many.push((await from(path)).statusCode);
  expect([many[0], many.at(-1)]).toEqual([200, 429]);
});

test('lets a patient withdraw a yes until the visit, but not a no', async () => {
  const { id, path } = await asked('2038-02-11');
  await send(path, { answer: 'confirmed', prepared: 'yes' });
  const page = await look(path);
  expect([page.statusCode, page.body.includes('I cannot keep this visit')]).toEqual([200, true]);
  expect(page.body).toContain('You cannot take this answer back here.');
  expect(page.body).not.toContain('Yes, I will be there');
  const declined = await send(path, { answer: 'declined', reason: 'unwell' });
  expect(declined.body).toContain('Your answer was passed on');
  expect(await gapsOf('admin', id)).toContain('declined');
  expect((await orderOf(id)).confirmation).toMatchObject({ answer: 'declined', reason: 'unwell' });
  expect((await send(path, { answer: 'confirmed' })).body).toContain('Your answer was passed on');
  expect(await gapsOf('admin', id)).toContain('declined');
});

test('shows address, preparation and phone number on the page, and only the number in the mail', async () => {
  const visit = await book('2038-02-12T09:30', { address: '12 Elm <Street>' });
  await askPatients(server.services, Date.parse('2038-02-12T02:00:00Z'));
  const { text } = await smtp.next(visit.email);
  expect(text).toContain('Call us: (215) 555-0100');
  expect(text).not.toContain('Elm');
  const { body } = await look(pathIn(text));
  for (const shown of ['12 Elm &#60;Street&#62;', 'Do not eat for 12 hours', '(215) 555-0100'])
    expect(body).toContain(shown);
  expect(body).not.toContain('Lipid');
});
