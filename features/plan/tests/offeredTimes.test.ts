import { describe, expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { NEW_VISIT } from '../../../tests/api/samples.ts';
import { enterOn } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({ VISIT_MINUTES: '30' }, planConfigs);
const { add, assign } = visitsOf(server);
const enter = enterOn(server);
const find = (by: 'admin' | 'laboratory' | 'employee', body: Record<string, unknown>) =>
  server.as(by, 'findSlots', { body });
const DAY = '2032-07-05';
const week = [{ day: 'Monday', start: '08:00', end: '10:00' }];

describe('offered times for a visit', () => {
  it('have no reason against them, and the smallest detour each (spec 33.7)', async () => {
    const { employee, employee2 } = server.ids;
    await enter('shifts', { employee, week });
    await enter('shifts', { employee: employee2, week });
    await enter('workRules', { employee: employee2, startZip: '19428', zones: [] });
    const id = await add({ appointmentDateTime: `${DAY}T08:30`, address: '1 Elm St, PA 19107' });
    await assign(id);
    const { http, data } = await find('admin', { from: DAY, days: 1, zip: '19107', laboratory: 'Natera' });
    expect([http, data.reasons]).toEqual([200, []]);
    const times = data.slots.map(({ at, employeeId }: { at: string; employeeId: string }) => [
      at.slice(11, 16),
      employeeId,
    ]);
    // The first employee is busy until 9:00 and needs five minutes of travel from there.
    expect(Object.fromEntries(times)).toMatchObject({ '12:00': 'EMP-008', '12:30': 'EMP-008', '13:15': 'EMP-007' });
    expect(data.slots.map(({ at }: { at: string }) => at)).toEqual(
      data.slots.map(({ at }: { at: string }) => at).toSorted(),
    );
    const only = await find('admin', { from: DAY, days: 1, zip: '19107', employeeId: employee });
    expect(only.data.slots.map(({ at }: { at: string }) => at.slice(11, 16))).toEqual(['13:15', '13:30']);
    const moved = await find('admin', { from: DAY, days: 1, visit: id, employeeId: employee });
    expect(moved.data.slots).toHaveLength(7);
  });

  it('are shown to a laboratory without names, only for its own visits', async () => {
    const id = await add({ appointmentDateTime: `${DAY}T08:45` }, 'laboratory2');
    const own = await find('laboratory', { from: DAY, days: 1, zip: '19107' });
    expect(own.data.slots.length).toBeGreaterThan(3);
    expect(new Set(own.data.slots.map((slot: { employeeId: string }) => slot.employeeId))).toEqual(new Set(['']));
    // Detours and their order would tell how near the visits of other laboratories are.
    expect(new Set(own.data.slots.map((slot: { detour: unknown }) => slot.detour))).toEqual(new Set([null]));
    const times = own.data.slots.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    expect((await find('laboratory', { visit: id })).http).toBe(404);
    expect((await find('employee', { from: DAY })).http).toBe(403);
    expect((await find('admin', { from: DAY, days: 15 })).http).toBe(400);
    expect((await find('admin', { from: DAY, employeeId: 'nobody' })).http).toBe(400);
  });

  it('tell a laboratory nothing of the ZIP code of a visit of another, and are true (spec 33.7)', async () => {
    const day = '2032-07-19';
    const shift = [{ day: 'Monday', start: '06:00', end: '20:00' }];
    const zips = ['19102', '19107', '19118', '19128', '19154'];
    const { employee, employee2 } = server.ids;
    await enter('shifts', { employee, from: day, to: day, week: shift });
    await enter('timeOff', { employee: employee2, from: day, to: day });
    const id = await add({ appointmentDateTime: `${day}T12:00`, address: '1 Elm St, PA 19102' }, 'laboratory2');
    await assign(id);
    const offers = (by: 'admin' | 'laboratory') =>
      Promise.all(
        zips.map(async (zip) => {
          const { data } = await find(by, { from: day, days: 1, zip });
          return data.slots.map(({ at }: { at: string }) => at);
        }),
      );
    const answers = [];
    for (const zip of zips) {
      await server.services.db
        .updateTable('appointments')
        .set({ address: `1 Elm St, PA ${zip}` })
        .where('id', '=', id)
        .execute();
      const [offered, free] = [await offers('laboratory'), await offers('admin')];
      for (const [at, times] of offered.entries())
        expect(times.filter((time: string) => !free[at].includes(time))).toEqual([]);
      answers.push(offered);
    }
    expect(new Set(answers[0]?.map(({ length }) => length)).size).toBe(1);
    expect(answers[0]?.[0].length).toBeGreaterThan(10);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    // Its own visit next to it keeps its own way.
    const own = await add({ appointmentDateTime: `${day}T16:30`, address: '1 Elm St, PA 19102' });
    await assign(own);
    const { data } = await find('laboratory', { from: day, days: 1, zip: '19102' });
    expect(data.slots.map(({ at }: { at: string }) => at)).toContain(`${day}T21:15:00.000Z`);
  });

  it('lie within PATIENT_TIMES, which a booked visit widens to its own time', async () => {
    const day = '2032-07-26';
    const { employee, employee2 } = server.ids;
    await enter('shifts', { employee, from: day, to: day, week: [{ day: 'Monday', start: '00:00', end: '23:00' }] });
    await enter('timeOff', { employee: employee2, from: day, to: day });
    const id = await add({ appointmentDateTime: `${day}T05:30`, address: '1 Elm St, PA 19107' });
    const getEnds = async (by: 'admin' | 'laboratory', body: Record<string, unknown>) => {
      const { slots } = (await find(by, { from: day, days: 1, ...body })).data;
      return [slots[0].at.slice(11, 16), slots.at(-1).at.slice(11, 16)];
    };
    for (const by of ['admin', 'laboratory'] as const) {
      expect(await getEnds(by, { zip: '19107' })).toEqual(['12:00', '22:00']);
      expect(await getEnds(by, { visit: id })).toEqual(['09:30', '22:00']);
    }
  });

  it('are given to one of two laboratories, to as many visits as employees are free', async () => {
    const day = '2032-07-12';
    await enter('timeOff', { employee: server.ids.employee2, from: day, to: day });
    const offers = async (by: 'admin' | 'laboratory' | 'laboratory2') => {
      const { data } = await server.as(by, 'findSlots', { body: { from: day, days: 1, zip: '19107' } });
      return data.slots.map(({ at }: { at: string }) => at.slice(11, 16));
    };
    expect(await offers('laboratory2')).toContain('12:30');
    const body = { ...NEW_VISIT, appointmentDateTime: `${day}T08:30`, address: '1 Elm St, PA 19107' };
    const book = (by: 'laboratory' | 'laboratory2', more = {}) =>
      server.as(by, 'laboratoryCreateAppointment', { body: { ...body, ...more }, files: {} });
    const both = await Promise.all([book('laboratory'), book('laboratory2')]);
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect(both.map(({ message }) => message)).toContain('No employee is free at this time. Choose another time.');
    expect(await offers('laboratory2')).not.toContain('12:30');
    expect(await offers('admin')).toContain('12:30');
    expect((await book('laboratory2', { confirmed: true })).http).toBe(200);
  });

  it('are never in the past', async () => {
    const { data } = await find('admin', { from: '2020-01-06' });
    for (const { at } of data.slots) expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000);
  });
});
