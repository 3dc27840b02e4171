import { randomUUID } from 'node:crypto';
import { getToday, records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll, TIME_ZONE } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { together } from '../../../tests/api/together.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { countOpenItems } from '../../money/server/closeMonth.ts';

const server = serverForAll({}, together(withOrders(), MONEY, planConfigs));
const { add, assign, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));
const admin = (name: string) => clientOf(server, 'admin', name);
const trips = clientOf(server, 'employee', 'trips');

const HOUR = 3_600_000;
/** Some hours ago, on a whole minute. */
const ago = (hours: number) => Math.floor((Date.now() - hours * HOUR) / 60_000) * 60_000;

/** Adds an assigned visit at this time, booked the day before it. */
async function visitAt(at: number, zip = '19103'): Promise<string> {
  const address = `1 Elm Street, Philadelphia, PA ${zip}`;
  const id = await add({ appointmentDateTime: new Date(at).toISOString(), address, patientName: `P ${randomUUID()}` });
  await assign(id, 'employee', { confirmed: true });
  await server.services.db
    .updateTable('appointments')
    .set({ created_at: at - 24 * HOUR, dispatched_at: null })
    .where('id', '=', id)
    .execute();
  return id;
}
const report = (id: string, kind: string, madeAt: number | string) =>
  server.as('employee', 'reportVisit', {
    params: { id },
    body: {
      key: randomUUID(),
      kind,
      reason: 'notHome',
      madeAt: typeof madeAt === 'number' ? new Date(madeAt).toISOString() : madeAt,
    },
  });

/** Charges of a visit by kind. */
async function chargesOf(visit: string): Promise<Record<string, number>> {
  const { records: found } = await api().find('ledgerEntries', { where: { visit, side: 'charge' }, perPage: 100 });
  const sums: Record<string, number> = {};
  for (const { kind, charge } of found) sums[kind] = Math.round(((sums[kind] ?? 0) + (charge ?? 0)) * 100) / 100;
  return sums;
}
const holdsOf = async (visit: string) =>
  (await api().find('heldFacts', { where: { visit }, sort: { field: 'createdAt', order: 'ASC' } })).records;
const confirm = async (id: string, action = 'confirm') => {
  const { version } = await api().findOne('heldFacts', id);
  return admin('heldFacts').send('POST', `/${id}/${action}`, { decision: 'Asked her', version });
};

beforeAll(async () => {
  await api().create('prices', { kind: 'waiting', amount: 0.5, limit: 0, from: '2020-01-01' });
  await api().create('prices', { kind: 'mile', amount: 1.04, from: '2020-01-01' });
  await api().create('prices', { kind: 'tube', amount: 2, from: '2020-01-01' });
  await api().create('workRules', { employee: server.ids.employee, startZip: '19148' });
});

test('holds minutes of a start in another year, and charges them after a yes', async () => {
  const at = ago(2);
  const visit = await visitAt(at);
  await report(visit, 'started', '2020-01-01T00:00');
  await report(visit, 'done', at + 0.5 * HOUR);
  expect((await setStatus(visit, 'Completed')).http).toBe(200);
  expect(await chargesOf(visit)).toEqual({});
  const [hold] = await holdsOf(visit);
  expect(hold).toMatchObject({ kind: 'minutes', cause: 'otherDay', state: 'held', claimed: 24.5 * 60 });
  const yes = await confirm(hold?.id ?? '');
  expect([yes.http, yes.body.state, yes.body.decision]).toEqual([200, 'confirmed', 'Asked her']);
  expect(await chargesOf(visit)).toEqual({ waiting: 735 });
  expect([(await confirm(hold?.id ?? '', 'refuse')).http, await chargesOf(visit)]).toEqual([200, { waiting: 0 }]);
});

test('holds a failed trip that was reported well before the visit, and charges it after a yes', async () => {
  await api().create('prices', { kind: 'noShow', amount: 10, from: '2020-01-01' });
  const fail = async (hoursBefore: number) => {
    const visit = await visitAt(ago(1) + hoursBefore * HOUR);
    await report(visit, 'couldNotDraw', ago(1));
    return visit;
  };
  const early = await fail(11);
  expect([await chargesOf(early), await holdsOf(early)]).toEqual([
    {},
    [expect.objectContaining({ kind: 'outcome', cause: 'tooEarly', claimed: 660, expected: 60, state: 'held' })],
  ]);
  const [hold] = await holdsOf(early);
  await confirm(hold?.id ?? '');
  expect(await chargesOf(early)).toEqual({ noShow: 10 });
  const soon = await fail(0.5);
  expect([await chargesOf(soon), await holdsOf(soon)]).toEqual([{ noShow: 10 }, []]);
  // Within the hours that were agreed with the patient.
  const agreed = await visitAt(ago(1) + 5 * HOUR);
  await api().create('visitNeeds', { appointment: agreed, earliest: new Date(ago(1)).toISOString() });
  await report(agreed, 'couldNotDraw', ago(1));
  expect(await holdsOf(agreed)).toEqual([]);
});

test.each([
  ['well before the visit', (at: number) => [at - 3 * HOUR, at - 2.5 * HOUR], 'tooEarly'],
  ['longer than planned', (at: number) => [at, at + 4 * HOUR], 'tooLong'],
  ['from the day before', (at: number) => [at - 26 * HOUR, at - 25 * HOUR], 'otherDay'],
])('holds minutes %s', async (_, times, cause) => {
  const at = ago(5);
  const visit = await visitAt(at);
  const [from = 0, to = 0] = times(at);
  await report(visit, 'started', from);
  await report(visit, 'done', to);
  await setStatus(visit, 'Completed');
  const [hold] = await holdsOf(visit);
  expect([hold?.cause, (await chargesOf(visit)).waiting ?? 0]).toEqual([cause, 0]);
});

test('holds minutes during which the same person reported on another visit', async () => {
  const [one, other] = [await visitAt(ago(30)), await visitAt(ago(29.5))];
  await report(other, 'done', ago(29.5));
  await report(one, 'started', ago(30));
  await report(one, 'done', ago(29));
  await setStatus(one, 'Completed');
  expect((await holdsOf(one)).map(({ cause }) => cause)).toEqual(['elsewhere']);
});

test('charges plausible minutes, tubes and miles at once', async () => {
  const at = ago(3);
  const visit = await visitAt(at);
  await report(visit, 'started', at);
  await report(visit, 'done', at + 0.5 * HOUR);
  await setStatus(visit, 'Completed');
  await trips.create({ day: getToday(TIME_ZONE, at), miles: 9.5, visits: [visit] });
  expect(await chargesOf(visit)).toEqual({ waiting: 15, mile: 9.88 });
  expect(await holdsOf(visit)).toEqual([]);
});

test('holds trips of other days, too far, or of a visit that is in another', async () => {
  const at = Date.parse('2026-05-05T14:00:00Z');
  const visit = await visitAt(at);
  await setStatus(visit, 'Completed');
  for (let n = 0; n < 5; n++)
    expect((await trips.create({ day: '2020-02-02', miles: 2000, visits: [visit] })).http).toBe(201);
  await trips.create({ day: '2026-05-05', miles: 2000, visits: [visit] });
  expect((await chargesOf(visit)).mile ?? 0).toBe(0);
  const causes = (await holdsOf(visit)).map(({ cause }) => cause);
  expect(causes).toEqual(['otherDay', 'otherDay', 'otherDay', 'otherDay', 'otherDay', 'repeated']);
  const far = await visitAt(Date.parse('2026-05-12T14:00:00Z'));
  await setStatus(far, 'Completed');
  const { body: trip } = await trips.create({ day: '2026-05-12', miles: 300, visits: [far] });
  const [hold] = await holdsOf(far);
  expect([hold?.cause, hold?.trip, (await chargesOf(far)).mile ?? 0]).toEqual(['tooFar', trip.id, 0]);
  await confirm(hold?.id ?? '');
  expect((await chargesOf(far)).mile).toBe(312);
  // A yes is for these miles alone.
  const more = await trips.update(trip.id, { miles: 310, version: trip.version });
  expect([more.http, (await chargesOf(far)).mile, (await holdsOf(far))[0]?.state]).toEqual([200, 0, 'held']);
  await trips.update(trip.id, { miles: 10, version: more.body.version });
  expect([(await chargesOf(far)).mile, await holdsOf(far)]).toEqual([10.4, []]);
});

test('holds further trips of a day beyond what their routes allow together', async () => {
  const charged = [];
  for (let n = 0; n < 10; n++) {
    const visit = await visitAt(Date.parse('2026-05-19T13:00:00Z') + n * 0.5 * HOUR);
    await setStatus(visit, 'Completed');
    await trips.create({ day: '2026-05-19', miles: 30, visits: [visit] });
    charged.push((await chargesOf(visit)).mile ?? 0);
  }
  expect(charged[0]).toBe(31.2);
  expect(charged.reduce((sum, one) => sum + one)).toBeLessThan(6 * 31.2);
});

test('charges a refused trip once it was corrected', async () => {
  const visit = await visitAt(Date.parse('2026-06-09T14:00:00Z'));
  await setStatus(visit, 'Completed');
  const { body: trip } = await trips.create({ day: '2026-06-09', miles: 300, visits: [visit] });
  const [hold] = await holdsOf(visit);
  const unseen = await admin('heldFacts').send('POST', `/${hold?.id}/confirm`, { decision: 'Without its version' });
  expect([unseen.http, (await confirm(hold?.id ?? '', 'refuse')).http]).toEqual([400, 200]);
  await trips.update(trip.id, { miles: 10, version: trip.version });
  expect([(await chargesOf(visit)).mile, await holdsOf(visit)]).toEqual([10.4, []]);
});

test('holds a trip once an earlier one of its day has grown', async () => {
  const at = Date.parse('2026-06-16T14:00:00Z');
  const visits = [await visitAt(at), await visitAt(at + HOUR)];
  for (const visit of visits) await setStatus(visit, 'Completed');
  const add = (visit: string | undefined, miles: number) => trips.create({ day: '2026-06-16', miles, visits: [visit] });
  const { body: first } = await add(visits[0], 1);
  await add(visits[1], 45);
  const miles = () => Promise.all(visits.map(async (visit) => (await chargesOf(visit)).mile));
  expect(await miles()).toEqual([1.04, 46.8]);
  await trips.update(first.id, { miles: 40, version: first.version });
  expect(await miles()).toEqual([41.6, 0]);
});

test('names a held claim with its visit in the checklist of its month, and charges it in the next open one', async () => {
  const visit = await visitAt(Date.parse('2026-04-14T14:00:00Z'));
  await api().create('prices', { kind: 'visit', amount: 40, from: '2026-01-01', laboratory: server.ids.laboratory });
  await setStatus(visit, 'Completed');
  await trips.create({ day: '2026-04-14', miles: 300, visits: [visit] });
  const period = await api().findOne('periods', { where: { month: '2026-04-01' } });
  const close = (values: object) => admin('periods').send('POST', `/${period.id}/close`, values);
  const refused = await close({});
  expect([refused.http, refused.body.message]).toEqual([409, expect.stringContaining('to confirm: 1,')]);
  const { body: named } = await admin('heldFacts').list({ filter: { month: '2026-04-01' } });
  expect(named.map((one: { visit: string }) => one.visit)).toEqual([visit]);
  expect((await close({ closeAnyway: true })).http).toBe(200);
  const { held } = await countOpenItems(systemContext(server.services), '2026-05-01');
  expect(held).toBeGreaterThanOrEqual(1);
  await confirm(named[0].id);
  const { records: miles } = await api().find('ledgerEntries', { where: { visit, kind: 'mile' } });
  expect(miles.map(({ month, charge }) => [month, charge])).toEqual([['2026-05-01', 312]]);
});

test('holds more tubes than the tests of the order need', async () => {
  const kind = await api().create('tubeKinds', {
    ...{ name: 'EDTA', cap: 'lavender', additive: 'K2' },
    ...{ drawOrder: 5, volume: 4, minimum: 2 },
  });
  const asked = await api().create('tests', { name: 'CBC', loinc: '57021-8', tubeKind: kind.id, volume: 1 });
  const visit = await visitAt(Date.parse('2026-05-26T14:00:00Z'));
  const order = await api().create('testOrders', { appointment: visit, tests: [asked.id] });
  await setStatus(visit, 'Completed');
  const drawnAt = '2026-05-26T14:00:00.000Z';
  const charged = [];
  for (const label of ['A', 'B', 'C', 'D']) {
    await api().create('drawnTubes', { testOrder: order.id, label, tubeKind: kind.id, drawnAt });
    charged.push((await chargesOf(visit)).tube ?? 0);
  }
  expect(charged).toEqual([2, 4, 6, 0]);
  const [hold] = await holdsOf(visit);
  expect(hold).toMatchObject({ kind: 'tubes', claimed: 4, expected: 3, cause: 'tooMany' });
  await confirm(hold?.id ?? '');
  expect((await chargesOf(visit)).tube).toBe(8);
});
