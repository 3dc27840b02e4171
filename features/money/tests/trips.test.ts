import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { together } from '../../../tests/api/together.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({}, together(MONEY, planConfigs));
const { add, assign, change, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));
const trips = (person: 'admin' | 'employee' | 'employee2' | 'laboratory' = 'employee') =>
  clientOf(server, person, 'trips');

/** Miles between two ZIP codes of Philadelphia by the haversine formula, with their published centers. */
const CENTERS = {
  19103: [39.953372, -75.174187],
  19119: [40.052811, -75.191167],
  19148: [39.911612, -75.151475],
} as const;
function between(one: `${keyof typeof CENTERS}`, other: `${keyof typeof CENTERS}`): number {
  const [[lat, lon], [toLat, toLon]] = [CENTERS[one], CENTERS[other]];
  const x = ((toLon - lon) * Math.PI * Math.cos(((lat + toLat) * Math.PI) / 360)) / 180;
  const y = ((toLat - lat) * Math.PI) / 180;
  return 3958.8 * Math.hypot(x, y);
}

let hour = 0;
async function visitAt(zip: string | null, person: 'employee' | 'employee2' = 'employee'): Promise<string> {
  const at = new Date(Date.UTC(2026, 4, 5, 10) + ++hour * 3_600_000).toISOString();
  const id = await add({ appointmentDateTime: at, ...(zip && { address: `1 Elm Street, Philadelphia, PA ${zip}` }) });
  await assign(id, person, { confirmed: true });
  return id;
}
const milesOf = async (visit: string) => {
  const { records: found } = await api().find('ledgerEntries', { where: { visit, kind: 'mile' }, perPage: 100 });
  return found.reduce((sum, { quantity }) => Math.round((sum + quantity) * 100) / 100, 0);
};

beforeAll(async () => {
  await api().create('prices', { kind: 'mile', amount: 1.04, from: '2026-01-01' });
  await api().create('prices', { kind: 'visit', amount: 40, from: '2026-01-01' });
});

test('uses miles of the planned route if none are typed, and splits them', async () => {
  const visits = [await visitAt('19103'), await visitAt('19119'), await visitAt('19148')];
  // Named in another order: the route follows the times of the visits.
  const sent = await trips().create({ day: '2026-05-05', visits: visits.toReversed() });
  const expected = between('19103', '19119') + between('19119', '19148');
  expect(sent.http).toBe(201);
  expect(sent.body.miles).toBeCloseTo(expected, 1);
  expect(sent.body.planned).toBe(true);
  for (const visit of visits) await setStatus(visit, 'Completed');
  const shares = [];
  for (const visit of visits) shares.push(await milesOf(visit));
  expect(Math.round(shares.reduce((sum, one) => sum + one) * 100) / 100).toBe(sent.body.miles);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.011);
  const typed = await trips().update(sent.body.id, { miles: 30, version: sent.body.version });
  expect([typed.http, typed.body.miles, typed.body.planned]).toEqual([200, 30, false]);
  for (const visit of visits) expect(await milesOf(visit)).toBe(10);
  const alone = await trips().update(sent.body.id, { visits: visits.slice(0, 2), version: typed.body.version });
  expect([alone.http, alone.body.miles, alone.body.planned]).toEqual([200, 30, false]);
  const cleared = await trips().update(sent.body.id, { miles: null, version: alone.body.version });
  expect([cleared.http, cleared.body.planned]).toEqual([200, true]);
  expect(cleared.body.miles).toBeCloseTo(between('19103', '19119'), 1);
  const longer = await trips().update(sent.body.id, { visits, version: cleared.body.version });
  expect([longer.http, longer.body.miles, longer.body.planned]).toEqual([200, sent.body.miles, true]);
});

test('plans no miles with the address of a visit that was given to another employee', async () => {
  const visits = [await visitAt('19103'), await visitAt('19119')];
  const sent = await trips().create({ day: '2026-05-05', visits });
  const given = { employeeId: server.ids.employee2, confirmed: true };
  expect((await change(visits[1] ?? '', given)).http).toBe(200);
  const moveTo = (zip: string) =>
    server.services.db
      .updateTable('appointments')
      .set({ address: `1 Elm Street, Philadelphia, PA ${zip}` })
      .where('id', '=', visits[1] ?? '')
      .execute();
  const replan = async (values: object) => {
    const { body } = await trips().one(sent.body.id);
    const { http, body: changed } = await trips().update(sent.body.id, { ...values, version: body.version });
    return [http, changed.miles, changed.planned];
  };
  for (const zip of ['19148', '19103']) {
    await moveTo(zip);
    expect(await replan({ miles: null })).toEqual([200, sent.body.miles, true]);
  }
  // Without miles from before, only the employee's own visits count, and one is no route.
  expect(await replan({ miles: 30 })).toEqual([200, 30, false]);
  await moveTo('19148');
  expect((await replan({ miles: null }))[0]).toBe(400);
  expect(await replan({ day: '2026-05-04' })).toEqual([200, 30, false]);
});

test('begins the planned route at the start of the employee', async () => {
  const visit = await visitAt('19103');
  // One visit without a start is no route.
  const bare = await trips().create({ day: '2026-05-05', visits: [visit] });
  expect([bare.http, bare.body.data.errors.miles]).toEqual([400, expect.stringContaining('Type the miles')]);
  await api().create('workRules', { employee: server.ids.employee, startZip: '19148' });
  const sent = await trips().create({ day: '2026-05-05', visits: [visit] });
  expect(sent.body.miles).toBeCloseTo(between('19148', '19103'), 1);
});

test('asks for the miles if the address of a visit has no known ZIP code', async () => {
  const visits = [await visitAt('19103'), await visitAt('99999')];
  const refused = await trips().create({ day: '2026-05-05', visits });
  expect([refused.http, refused.body.data.errors.miles]).toEqual([400, expect.stringContaining('Type the miles')]);
  for (const miles of [0, -3, 2001, 'many'])
    expect((await trips().create({ day: '2026-05-05', visits, miles })).http).toBe(400);
  expect((await trips().create({ day: '2026-05-05', visits, miles: 12.5 })).body.planned).not.toBe(true);
});

test('stores a trip once that a phone sends twice, also concurrently', async () => {
  const visits = [await visitAt('19103')];
  const trip = { day: '2026-05-05', visits, miles: 8, key: 'trip-key-0001' };
  const replies = await Promise.all([trips().create(trip), trips().create(trip)]);
  replies.push(await trips().create(trip));
  expect(replies.map(({ http }) => http).toSorted()).toEqual([201, 409, 409]);
  for (const { http, body } of replies) if (http === 409) expect(body.data.errors).toHaveProperty('key');
  const { records: kept } = await api().find('trips', { where: { miles: 8 } });
  expect(kept).toHaveLength(1);
});

test('refuses trips of other employees', async () => {
  const visits = [await visitAt('19103', 'employee2')];
  expect((await trips('employee').create({ day: '2026-05-05', visits, miles: 8 })).http).toBe(400);
  const own = await trips('employee2').create({ day: '2026-05-05', visits, miles: 8 });
  expect(own.body.employee).toBe(server.ids.employee2);
  expect((await trips('employee').update(own.body.id, { miles: 9, version: own.body.version })).http).toBe(404);
});
