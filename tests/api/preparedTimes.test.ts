import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { askPatients } from '../../server/confirmations/eveningMail.ts';
import { serverForAll } from './harness.ts';
import { withOrders } from './orderConfigs.ts';
import { planConfigs } from './planConfigs.ts';
import { NEW_VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const ORIGIN = 'https://portal.example.test';
const HOUR = 3_600_000;
const smtp = smtpFor('all');
const besides = withOrders(...(planConfigs.resources as unknown[]));
const server = serverForAll(
  () => ({
    ...{ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN, EVENING_MAIL: '18:00', VISIT_MINUTES: '15' },
    ...{ PATIENT_CHANGE_HOURS: '1', PATIENT_TIMES: '00:00-23:59' },
  }),
  { resources: besides.resources, hooks: { ...planConfigs.hooks, ...besides.hooks } },
);
const { add, assign, change } = visitsOf(server);
const enter = async (name: string, values: object): Promise<string> => {
  const { http, body } = await clientOf(server, 'admin', name).create(values as never);
  expect([name, http, body.message]).toEqual([name, 201, undefined]);
  return body.id;
};
let [lipids, ammonia] = ['', ''];
const address = '1 Elm St, PA 19107';

beforeAll(async () => {
  const tubeKind = await enter('tubeKinds', { name: 'Serum', cap: 'gold', drawOrder: 3, volume: 5, minimum: 2 });
  lipids = await enter('tests', { name: 'Lipids', tubeKind, volume: 1, fastingHours: 12 });
  ammonia = await enter('tests', { name: 'Ammonia', tubeKind, volume: 1 });
  const laboratory = server.ids.laboratory;
  await enter('stabilities', {
    ...{ test: ammonia, laboratory, hours: 0.5, temperature: 'room', source: 'Manual', statedOn: '2026-01-05' },
  });
  const far = '5 Fayette St, Conshohocken, PA 19428';
  await server.services.db.updateTable('accounts').set({ address: far }).where('id', '=', laboratory).execute();
});
afterEach(() => vi.useRealTimers());

const find = async (body: object) =>
  (await server.as('laboratory', 'findSlots', { body: { zip: '19107', ...body } })).data;

it('offers only times for which the patient can fast, and reaches the laboratory before the tubes are too old', async () => {
  const [first] = (await find({ tests: [lipids] })).slots;
  expect(Date.parse(first.at)).toBeGreaterThanOrEqual(Date.now() + 11.9 * HOUR);
  expect(Date.parse((await find({})).slots[0].at)).toBeLessThan(Date.now() + HOUR);
  const at = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR).toISOString();
  const lost = await find({ tests: [ammonia], at });
  expect(lost).toMatchObject({ slots: [], against: [{ code: 'tubesTooOld', parameters: { hours: 0.5 } }] });
});

it('asks again when a visit is booked with tests that do not suit its time', async () => {
  const soon = new Date(Date.now() + 3 * HOUR).toISOString();
  const book = (appointmentDateTime: string, tests: string[]) =>
    server.as('laboratory', 'laboratoryCreateAppointment', {
      body: { ...NEW_VISIT, appointmentDateTime, address, ...(tests[0] && { 'tests[0]': tests[0] }) },
      files: {},
    });
  const fasting = await book(soon, [lipids]);
  expect([fasting.http, fasting.message]).toEqual([
    409,
    'The patient must not eat for 12 h before the visit, and that time has begun.',
  ]);
  const old = await book(new Date(Date.now() + 72 * HOUR).toISOString(), [ammonia]);
  expect([old.http, old.message]).toEqual([409, expect.stringMatching(/^The tubes keep 0.5 h, and the visit/)]);
  expect((await book(soon, [])).http).toBe(200);
});

it('keeps the fast when a dispatcher or the patient moves a visit, and asks for it again', async () => {
  const day = '2027-03-02';
  const email = 'faster@example.test';
  const id = await add({ email, appointmentDateTime: `${day}T15:00`, address });
  await assign(id);
  const order = await enter('testOrders', { appointment: id, tests: [lipids], orderedBy: 'Dr. Roe' });
  const evening = Date.parse(`${day}T00:00:00Z`);
  await askPatients(server.services, evening);
  const path =
    new RegExp(`${ORIGIN}(/visit-confirmation/[\\w-]{43})\\s`).exec((await smtp.next(email)).text)?.[1] ?? '';
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  const send = (answer: Record<string, string>) =>
    server.inject({
      ...{ method: 'POST', url: path, payload: new URLSearchParams(answer).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  await send({ answer: 'confirmed', prepared: 'yes' });
  const { body } = await server.inject({ method: 'GET', url: path });
  const offered = [...body.matchAll(/<option value="(\d+)"/g)].map(([, at]) => Number(at));
  expect(offered.length).toBeGreaterThan(5);
  for (const at of offered) expect(at).toBeGreaterThanOrEqual(evening + 12 * HOUR);
  expect((await send({ answer: 'moved', at: String(evening + 6 * HOUR) })).statusCode).toBe(409);
  const fastingOf = async () =>
    (await clientOf(server, 'admin', 'testOrders').list({ filter: { id: order } })).body[0].fasting;
  const moved = await send({ answer: 'moved', at: String(offered.find((at) => at > evening + 24 * HOUR)) });
  expect([moved.statusCode, moved.body.includes('name="prepared"')]).toEqual([200, true]);
  vi.useRealTimers();
  expect(await fastingOf()).toBe('notAsked');
  const early = new Date(Date.now() + 2 * HOUR).toISOString();
  const refused = await change(id, { appointmentDateTime: early });
  expect([refused.http, refused.errors]).toMatchObject([
    409,
    { appointmentDateTime: expect.stringMatching(/not eat/) },
  ]);
});
