import { getCollection, getColumn, toCollectionDb } from 'portal-frame/server/database';
import { expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { VISIT } from '../../../tests/api/samples.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';
import { readTrail } from '../../../tests/api/trail.ts';
import { standingOrdersOn, withStandingOrders } from './standingOrdersOn.ts';

const server = serverForAll({ VISIT_MINUTES: '30' }, withStandingOrders);
const enter = enterOn(server);
const { logged, orderOf, order, run, visitsOf, timesOf } = standingOrdersOn(server);

it('books two weeks ahead without repeats, also across clock changes and downtimes (spec 33.3)', async () => {
  const { id } = await order('Rosa Weekly', {});
  const [first, second] = await Promise.all([run('2033-03-01'), run('2033-03-01')]);
  expect(first.booked + second.booked).toBe(2);
  expect((await run('2033-03-01')).booked).toBe(0);
  // The clocks go forward on March 13.
  expect(await timesOf('Rosa Weekly')).toEqual(['2033-03-07T13:00', '2033-03-14T12:00']);
  await run('2033-04-01');
  expect(await timesOf('Rosa Weekly')).toEqual([
    ...['2033-03-07T13:00', '2033-03-14T12:00'],
    // March 21 and 28 passed while nothing ran.
    ...['2033-04-04T12:00', '2033-04-11T12:00'],
  ]);
  const entries = await readTrail(server, { record_id: id });
  expect(entries.map(({ deed, resource }) => [deed, resource])).toContainEqual(['change', 'standingOrders']);
  const [visit] = await visitsOf('Rosa Weekly');
  const created = await readTrail(server, { record_id: visit?.id ?? '' });
  expect(created).toMatchObject([{ deed: 'create', resource: 'appointments' }]);
});

it('ends with the authorization, keeps the interval, and moves or skips closed days (spec 33.3)', async () => {
  await enter('closedDays', { name: 'Spring Day', date: '2033-05-09' });
  await enter('closedDays', { name: 'Spring Day', date: '2033-05-10' });
  await enter('closedDays', { name: 'Works', date: '2033-05-16', laboratory: server.ids.laboratory });
  await order('Ada Moved', { from: '2033-05-02', until: '2033-05-16' });
  await order('Bea Skips', { from: '2033-05-02', onHoliday: 'skip', everyWeeks: 1 });
  await order('Cia Second', { from: '2033-05-02', everyWeeks: 2 });
  for (const day of ['2033-05-01', '2033-05-08', '2033-05-15']) await run(day);
  // May 16 is closed, and May 17 lies beyond the authorization.
  expect(await timesOf('Ada Moved')).toEqual(['2033-05-02T12:00', '2033-05-11T12:00']);
  expect(await timesOf('Bea Skips')).toEqual(['2033-05-02T12:00', '2033-05-23T12:00']);
  expect(await timesOf('Cia Second')).toEqual(['2033-05-02T12:00', '2033-05-17T12:00']);
});

it('assigns the employee unless a reason prevents it', async () => {
  const { employee } = server.ids;
  await enter('timeOff', { employee, from: '2033-07-11', to: '2033-07-11' });
  await order('Eva Assigned', { from: '2033-07-01', employee });
  await run('2033-07-01');
  expect((await visitsOf('Eva Assigned')).map((row) => row.employee_id)).toEqual([employee, null]);
  expect((await visitsOf('Eva Assigned')).map((row) => row.laboratory_id)).toEqual([
    server.ids.laboratory,
    server.ids.laboratory,
  ]);
});

it('asks before an order is entered twice, and books no visit that is there already', async () => {
  const admin = clientOf(server, 'admin', 'standingOrders');
  const known = { dateOfBirth: '1950-01-01', from: '2033-11-01' };
  const first = await order('Ida  Twice', known);
  const refused = await admin.create(orderOf('ida twice', { from: '2033-12-01' }) as never);
  expect([refused.http, Object.keys(refused.body.data.errors)]).toEqual([409, ['patientName']]);
  // Another time, end, birth date, or a word that it is another patient.
  const other = await order('Ida Twice', { ...known, week: [{ day: 'Tuesday', start: '08:00', end: '08:30' }] });
  const moved = await admin.update(other.id, { week: first.week, version: other.version });
  expect([moved.http, (await admin.update(other.id, { until: '2033-11-08', version: other.version })).http]).toEqual([
    409, 200,
  ]);
  await order('Ida Twice', { ...known, from: '2033-01-01', until: '2033-10-31' });
  await order('Ida Twice', { ...known, dateOfBirth: '1980-01-01', until: '2033-11-07' });
  await order('Ida Twice', { ...known, namesake: true, until: '2033-11-07' });
  await run('2033-11-01');
  expect((await timesOf('Ida Twice')).filter((at) => at > '2033-11')).toEqual([
    ...['2033-11-07T13:00', '2033-11-07T13:00', '2033-11-08T13:00'],
  ]);
  const { laboratory } = server.ids;
  const visit = { ...VISIT, patientName: 'Ivo Booked', appointmentDateTime: '2033-11-14T08:00' };
  expect((await server.as('laboratory', 'laboratoryCreateAppointment', { body: visit })).http).toBe(200);
  await order('Ivo Booked', { laboratory, from: '2033-11-01', until: '2033-11-15' });
  await run('2033-11-02');
  expect(await timesOf('Ivo Booked')).toEqual(['2033-11-07T13:00', '2033-11-14T13:00']);
});

it('refuses an end before the beginning', async () => {
  const wrong = await clientOf(server, 'admin', 'standingOrders').create({
    ...{ patientName: 'X', gender: 'Female', priorityLevel: 'High', everyWeeks: 1, onHoliday: 'skip' },
    ...{ laboratory: server.ids.laboratory, week: [], from: '2033-07-02', until: '2033-07-01' },
  } as never);
  expect(wrong.http).toBe(400);
});

it('books the patients of a facility in sequence, as one stop with travel counted once (spec 33.4)', async () => {
  const { employee } = server.ids;
  const home = await enter('facilities', { name: 'Sunrise', address: '9 Oak St, Media, PA 19104', minutes: 10 });
  const week = [{ day: 'Tuesday', start: '08:00', end: '08:30' }];
  const round = { facility: home.id, employee, from: '2033-09-06', until: '2033-09-06', address: '', week };
  for (const patient of ['Fay', 'Gus', 'Hal']) await order(patient, round);
  await run('2033-09-01');
  const visits = (await Promise.all(['Fay', 'Gus', 'Hal'].map(visitsOf))).flat();
  expect(visits.map(({ at, address, employee_id: by }) => [at, address, by])).toEqual([
    ['2033-09-06T12:00', '9 Oak St, Media, PA 19104', employee],
    ['2033-09-06T12:10', '9 Oak St, Media, PA 19104', employee],
    ['2033-09-06T12:20', '9 Oak St, Media, PA 19104', employee],
  ]);
  const needs = await clientOf(server, 'admin', 'visitNeeds').list({ filter: { facility: home.id } });
  expect(needs.body.map(({ appointment }: { appointment: string }) => appointment).toSorted()).toEqual(
    visits.map(({ id }) => id).toSorted(),
  );
  const { data } = await server.as('admin', 'proposePlan', { body: { day: '2033-09-06' } });
  expect(data.employees.map((one: { visits: { travel: number }[] }) => one.visits.map(({ travel }) => travel))).toEqual(
    [[0, 0, 0]],
  );
  // A patient who is taken off leaves a gap for the next.
  await server.as('admin', 'changeAppointment', {
    params: { id: visits[1]?.id ?? '' },
    body: { version: visits[1]?.version, cancelReason: 'Moved away' },
  });
  await order('Ivy', round);
  await run('2033-09-01');
  expect(await timesOf('Ivy')).toEqual(['2033-09-06T12:10']);
});

it('books a patient once on a moved closed day, and at no past time', async () => {
  const week = ['Monday', 'Tuesday'].map((day) => ({ day, start: '08:00', end: '08:30' }));
  for (const date of ['2033-10-03', '2033-10-11', '2033-10-17', '2033-10-18'])
    await enter('closedDays', { name: 'Closed', date });
  await order('Jo Moved', { from: '2033-10-03', until: '2033-10-25', week });
  for (const day of ['2033-10-01', '2033-10-04', '2033-10-12']) await run(day);
  expect(await timesOf('Jo Moved')).toEqual(
    ['2033-10-04', '2033-10-10', '2033-10-12', '2033-10-19', '2033-10-24', '2033-10-25'].map((day) => `${day}T12:00`),
  );
  // The job runs at noon.
  await order('Kim Passed', { from: '2033-10-10', until: '2033-10-17' });
  await run('2033-10-10');
  expect(await timesOf('Kim Passed')).toEqual([]);
});

it('books the patients of a round in sequence, also over midnight', async () => {
  const home = await enter('facilities', { name: 'Night home', address: '9 Oak St, Media, PA 19104', minutes: 40 });
  const week = [{ day: 'Tuesday', start: '22:30', end: '23:30' }];
  const patients = ['N1', 'N2', 'N3', 'N4', 'N5'];
  for (const patient of patients)
    await order(patient, { facility: home.id, from: '2033-11-15', until: '2033-11-15', address: '', week });
  await run('2033-11-10');
  const times = (await Promise.all(patients.map(timesOf))).flat();
  expect(times.map((time) => time.slice(11))).toEqual(['03:30', '04:10', '04:50', '05:30', '06:10']);
});

it('books the other orders if one cannot be booked', async () => {
  await order('Old style', { email: 'old@example.test', from: '2034-02-06', until: '2034-02-06' });
  await order('After it', { from: '2034-02-06', until: '2034-02-06' });
  const orders = getCollection(server.services, 'standingOrders');
  await toCollectionDb(server.services.db)
    .updateTable(orders.table)
    .set({ [getColumn(orders as never, 'email')]: 'by pigeon' })
    .where(getColumn(orders as never, 'patientName'), '=', 'Old style')
    .execute();
  await run('2034-02-01');
  expect([await timesOf('Old style'), await timesOf('After it')]).toEqual([[], ['2034-02-06T13:00']]);
  expect(logged).toHaveBeenCalledOnce();
});
