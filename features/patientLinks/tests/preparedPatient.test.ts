import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, expect, it, vi } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { askPatients } from '../server/eveningMail.ts';

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
const { add, assign } = visitsOf(server);
const enter = async (name: string, values: object): Promise<string> => (await enterOn(server)(name, values)).id;
afterEach(() => vi.useRealTimers());

it('keeps the fast when the patient moves a visit, and asks for it again', async () => {
  const day = '2027-03-02';
  const email = 'faster@example.test';
  const tubeKind = await enter('tubeKinds', { name: 'Serum', cap: 'gold', drawOrder: 3, volume: 5, minimum: 2 });
  const lipids = await enter('tests', { name: 'Lipids', tubeKind, volume: 1, fastingHours: 12 });
  const id = await add({ email, appointmentDateTime: `${day}T15:00`, address: '1 Elm St, PA 19107' });
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
});
