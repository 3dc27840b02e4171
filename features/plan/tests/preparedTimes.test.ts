import { beforeAll, expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { NEW_VISIT } from '../../../tests/api/samples.ts';
import { enterOn } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const HOUR = 3_600_000;
const besides = withOrders(...(planConfigs.resources as unknown[]));
const server = serverForAll(
  { VISIT_MINUTES: '15', PATIENT_TIMES: '00:00-23:59' },
  { resources: besides.resources, hooks: { ...planConfigs.hooks, ...besides.hooks } },
);
const { add, assign, change } = visitsOf(server);
const enter = async (name: string, values: object): Promise<string> => (await enterOn(server)(name, values)).id;
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

it('keeps the fast when a dispatcher moves a visit', async () => {
  const id = await add({ appointmentDateTime: '2027-03-02T15:00', address });
  await assign(id);
  await enter('testOrders', { appointment: id, tests: [lipids], orderedBy: 'Dr. Roe' });
  const refused = await change(id, { appointmentDateTime: new Date(Date.now() + 2 * HOUR).toISOString() });
  expect([refused.http, refused.errors]).toMatchObject([
    409,
    { appointmentDateTime: expect.stringMatching(/not eat/) },
  ]);
});
