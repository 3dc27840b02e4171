import { getToday } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { emailOf, PASSWORD, serverForAll, serverForTest } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const ENV = {
  ...{ PUBLIC_URL: 'https://portal.example.test', EVENING_MAIL: '18:00', VISIT_MINUTES: '45' },
  ...{ PATIENT_CHANGE_HOURS: '12', PATIENT_TIMES: '09:00-10:00' },
};
const server = serverForAll(ENV, planConfigs);
const { add, assign, change } = visitsOf(server);
const day = (days: number) => addDays(getToday(server.config.timeZone), days);
const changeOwn = (id: string, body: object, by: 'laboratory' | 'laboratory2' = 'laboratory') =>
  server.as(by, 'laboratoryChangeAppointment', { params: { id }, body: { ...body } });
const visit = (id: string) =>
  server.services.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const noticesOf = (id: string) =>
  server.services.db
    .selectFrom('notifications as n')
    .innerJoin('accounts as a', 'a.id', 'n.account_id')
    .where('appointment_id', '=', id)
    .where('title', 'not in', ['New appointment', 'Appointment assigned'])
    .select(['a.role', 'title', 'body'])
    .orderBy('a.role')
    .execute();
const timesFor = async (id: string): Promise<string[]> =>
  (await server.as('laboratory', 'findSlots', { body: { visit: id } })).data.slots.map(({ at }: { at: string }) => at);

test('moves a visit of the laboratory to a free time of its employee, also outside PATIENT_TIMES', async () => {
  const id = await add({ appointmentDateTime: `${day(3)}T09:30` });
  const busy = await add({ patientName: 'Bo', appointmentDateTime: `${day(4)}T14:00` });
  for (const one of [id, busy]) expect((await assign(one)).http).toBe(200);
  const { version } = await visit(id);
  const taken = await changeOwn(id, { appointmentDateTime: `${day(4)}T14:00`, version });
  expect([taken.http, Object.keys(taken.data.errors)]).toEqual([409, ['appointmentDateTime']]);
  const offered = await timesFor(id);
  expect(Math.min(...offered.map((at) => Date.parse(at)))).toBeGreaterThan(Date.now() + 11.9 * 3_600_000);
  expect(offered).not.toContain(new Date(`${day(4)}T20:00Z`).toISOString());
  const to = new Date(`${day(4)}T20:00Z`).toISOString();
  const moved = await changeOwn(id, { appointmentDateTime: to, version });
  expect([moved.http, moved.data.appointmentDateTime]).toEqual([200, to]);
  const { employee_id: employee, status } = await visit(id);
  expect([employee, status]).toEqual([server.ids.employee, 'Pending']);
  expect((await changeOwn(id, { appointmentDateTime: offered[0], version })).http).toBe(409);
  expect(await noticesOf(id)).toEqual([
    {
      role: 'admin',
      title: 'Laboratory moved a visit',
      body: expect.stringContaining('Northside Lab moved the visit of Ann'),
    },
    { role: 'employee', title: 'Appointment moved', body: expect.any(String) },
  ]);
});

test('cancels a visit of the laboratory once, in its name', async () => {
  const id = await add({ appointmentDateTime: `${day(3)}T11:00` });
  expect((await changeOwn(id, { cancelReason: 'Closed', appointmentDateTime: `${day(4)}T11:00` })).http).toBe(400);
  expect((await changeOwn(id, { cancelReason: '' })).http).toBe(400);
  expect((await changeOwn(id, { cancelReason: 'Closed' }, 'laboratory2')).http).toBe(404);
  const { data } = await changeOwn(id, { cancelReason: 'Closed' });
  expect(data).toMatchObject({ status: 'Rejected', cancelReason: 'Closed', cancelledBy: 'laboratory' });
  for (const body of [{ cancelReason: 'Again' }, { appointmentDateTime: `${day(4)}T11:00` }])
    expect((await changeOwn(id, body)).http).toBe(409);
  expect(await noticesOf(id)).toEqual([
    {
      role: 'admin',
      title: 'Laboratory cancelled a visit',
      body: expect.stringMatching(/^Northside Lab cancelled the visit of Ann on .*: Closed$/),
    },
  ]);
});

test('changes nothing after the hours of patients, or after a report', async () => {
  const soon = new Date(Date.now() + 11 * 3_600_000).toISOString();
  const id = await add({ appointmentDateTime: soon });
  const before = await visit(id);
  for (const body of [{ cancelReason: 'Closed' }, { appointmentDateTime: `${day(3)}T14:00` }]) {
    const { http, message } = await changeOwn(id, body);
    expect([http, message]).toEqual([409, expect.stringContaining('until 12 hours before')]);
  }
  expect(await visit(id)).toEqual(before);
  // A dispatcher still can.
  expect((await change(id, { cancelReason: 'Closed', cancelledBy: 'laboratory' })).http).toBe(200);
});

test('is offered only with PATIENT_CHANGE_HOURS', async () => {
  const bare = await serverForTest();
  const offers = async ({ call }: typeof bare) => {
    const { data } = await call('signIn', { body: { email: emailOf('laboratory'), password: PASSWORD } });
    return data?.features.includes('laboratoryChanges');
  };
  expect([await offers(server), await offers(bare)]).toEqual([true, false]);
  const id = await visitsOf(bare).add({ appointmentDateTime: `${day(3)}T11:00` });
  const body = { cancelReason: 'Closed' };
  expect((await bare.as('laboratory', 'laboratoryChangeAppointment', { params: { id }, body })).http).toBe(409);
});
