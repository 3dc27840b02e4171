// On SQLite only: nothing here depends on the database.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { DrivingTimes } from '../server/drivingTimes.ts';
import { findZipPlace as findPlace } from '../server/zipCodes.ts';

/** A double of OSRM's table call: 40 minutes to the place furthest north, 10 elsewhere and twice that on the way back. */
const requests: string[][] = [];
let answer: 'Ok' | 'InvalidQuery' | 'late' | 'moved' | 'negative' | 'endless' = 'Ok';
const double = createServer((request, response) => {
  const [, places = ''] =
    /^\/osrm\/table\/v1\/driving\/([-\d.,;]+)\?annotations=duration$/.exec(request.url ?? '') ?? [];
  const all = places.split(';');
  requests.push(all);
  // Never comes: the portal has to end the request.
  if (answer === 'late') return;
  if (answer === 'moved') return void response.writeHead(302, { location: '/elsewhere' }).end();
  const north = all.map((place) => Number(place.split(',')[1]) > 40.07);
  const wrong = { negative: -600, endless: 1e300 }[answer as string];
  const seconds = (from: number, to: number) => wrong ?? (north[from] || north[to] ? 2400 : 600) * (from > to ? 2 : 1);
  const durations = all.map((_, from) => all.map((_, to) => (from === to ? 0 : seconds(from, to))));
  response.end(JSON.stringify(answer === 'Ok' || wrong ? { code: 'Ok', durations } : { code: answer, message: 'no' }));
});
double.listen(0, '127.0.0.1');
await once(double, 'listening');
const url = `http://127.0.0.1:${(double.address() as AddressInfo).port}/osrm`;
afterAll(() => double.close());
beforeEach(() => {
  answer = 'Ok';
  requests.length = 0;
});
const server = serverForAll({ VISIT_MINUTES: '30', OSRM_URL: `${url}/` }, planConfigs);

it('requests the minutes of new ZIP codes once, for the slower direction (spec 33.5)', async () => {
  const times = new DrivingTimes(url);
  await times.load(['19107', '19428', '00000'], findPlace);
  expect([times.find('19107', '19428'), times.find('19428', '19107')]).toEqual([80, 80]);
  expect([times.find('19107', '00000'), times.find('19107', '19103')]).toEqual([undefined, undefined]);
  // Longitude comes first.
  expect(requests).toEqual([['-75.158667,39.951764', '-75.302504,40.080216']]);
  await times.load(['19428', '19107'], findPlace);
  expect(requests).toHaveLength(1);
  await times.load(['19103', '19107'], findPlace);
  expect([times.find('19103', '19107'), requests.length]).toEqual([20, 2]);
});

it('requests blocks within the server’s limit', async () => {
  const zips = Array.from({ length: 130 }, (_, index) => String(10_000 + index));
  const times = new DrivingTimes(url);
  await times.load(zips, (zip) => [39 + Number(zip) / 1e6, -75]);
  expect(Math.max(...requests.map(({ length }) => length))).toBe(100);
  expect(zips.every((from) => zips.every((to) => from === to || times.find(from, to) === 20))).toBe(true);
});

it.each(['InvalidQuery', 'late', 'moved', 'negative', 'endless'] as const)(
  'continues without driving times if the server answers: %s',
  async (kind) => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    answer = kind;
    const times = new DrivingTimes(url);
    await times.load(['19107', '19428'], findPlace);
    expect([times.find('19107', '19428'), warned.mock.calls.length]).toEqual([undefined, 1]);
    // It is not asked again at once.
    answer = 'Ok';
    await times.load(['19107', '19428'], findPlace);
    expect(requests).toHaveLength(1);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await times.load(['19107', '19428'], findPlace);
    expect(times.find('19107', '19428')).toBe(80);
    vi.restoreAllMocks();
  },
);

it('counts in offered times', async () => {
  const [{ employee }, week] = [server.ids, [{ day: 'Monday', start: '08:00', end: '10:30' }]];
  await clientOf(server, 'admin', 'shifts').create({ employee, week });
  await clientOf(server, 'admin', 'workRules').create({ employee, startZip: '19428', zones: [] });
  const body = { from: '2032-07-05', days: 1, zip: '19107', employeeId: employee };
  const { data } = await server.as('admin', 'findSlots', { body });
  expect(data.slots[0]).toMatchObject({ at: '2032-07-05T12:00:00.000Z', detour: 80 });
});
