import { describe, expect, it } from 'vitest';
import { NO_RULES } from '../../plan/server/planRules.ts';
import { readShiftTiming } from '../../plan/server/workingHours.ts';
import { drawDay } from '../../plan/tests/planDays.ts';
import { findWays, type Way } from '../server/findWays.ts';
import type { DayVisit, PlanDay } from '../server/planStops.ts';

const day = '2026-07-06';
const tomorrow = '2026-07-07';
const at = (time: string, on = day) => Date.parse(`${on}T${time}:00-04:00`);
const visit = (id: string, time: string): DayVisit => ({
  ...{ id, at: at(time), minutes: 25, zip: '19147', laboratory: null, employee: null, fixed: false },
});
/** Finds the ways of visits, given by id and time. */
const find = async (timings: Record<string, string>, times: Record<string, string>, otherDays: DayVisit[] = []) => {
  const employees = Object.keys(timings);
  const plan: PlanDay = {
    rules: {
      ...{ ...drawDay(1).rules, closedDays: new Map(), skills: new Map() },
      employees: new Map(employees.map((id) => [id, { ...NO_RULES, shifts: readShiftTiming(timings[id] as string) }])),
    },
    ...{ day, after: 0, employees, away: new Set<string>(), visits: [] },
  };
  const routes = employees.map((employee) => ({ employee, visits: [] }));
  const search = { plan, routes, otherDays, near: () => [], patientTimes: { from: '08:00', to: '18:00' } };
  const ways = await findWays(
    search,
    Object.entries(times).map(([id, time]) => visit(id, time)),
  );
  const read = ({ employee, at: time, without }: Way) => [employee, time, without];
  return Object.fromEntries([...ways].map(([id, own]) => [id, own.map(read)]));
};

describe('ways of a visit that fits nobody', () => {
  it('lie outside working hours only near the shift, at the one whose shift is nearest', async () => {
    const staff = { ana: '7AM - 3PM', bo: '8AM - 4PM' };
    expect(await find(staff, { near: '06:00' })).toEqual({
      near: [
        ['ana', at('07:00'), undefined],
        ['ana', at('06:00'), 'shift'],
        ['ana', at('07:00', tomorrow), undefined],
      ],
    });
    const { far } = await find(staff, { far: '03:00' });
    expect(far?.map(([, , without]) => without)).toEqual([undefined, undefined]);
  });

  it('name each time of an employee once, and none that a dispatcher has chosen', async () => {
    const chosen = { ...visit('chosen', '07:00'), at: at('07:00', tomorrow), employee: 'ana' };
    const visits = { a: '02:00', b: '02:00', c: '02:00' };
    expect(await find({ ana: 'Monday - Tuesday (7AM - 8AM)' }, visits, [chosen])).toEqual({
      a: [
        ['ana', at('07:00'), undefined],
        ['ana', at('07:30', tomorrow), undefined],
      ],
      b: [
        ['ana', at('07:30'), undefined],
        ['ana', at('07:00', '2026-07-13'), undefined],
      ],
      c: [['ana', at('07:30', '2026-07-13'), undefined]],
    });
  });

  it('lie at times at which patients are visited, or between these and the time of the visit', async () => {
    const night = { ana: '10PM - 6AM' };
    expect(await find(night, { morning: '10:00' })).toEqual({ morning: [] });
    expect((await find(night, { evening: '21:00' })).evening).toEqual([['ana', at('21:00'), 'shift']]);
    expect((await find(night, { early: '05:45' })).early).toEqual([['ana', at('05:45'), 'shift']]);
  });

  it('go to the visit whose time is nearest', async () => {
    expect(await find({ ana: 'Monday (4PM - 4:30PM)' }, { early: '08:15', late: '13:45' })).toEqual({
      early: [],
      late: [
        ['ana', at('16:00'), undefined],
        ['ana', at('16:00', '2026-07-13'), undefined],
      ],
    });
  });
});
