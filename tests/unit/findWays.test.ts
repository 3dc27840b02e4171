import { describe, expect, it } from 'vitest';
import { createWayFinder, type Way } from '../../server/plan/findWays.ts';
import { NO_RULES } from '../../server/plan/planRules.ts';
import type { DayVisit, PlanDay } from '../../server/plan/planStops.ts';
import { readShiftTiming } from '../../server/plan/workingHours.ts';
import { drawDay } from '../fixtures/planDays.ts';

const day = '2026-07-06';
const at = (time: string, on = day) => Date.parse(`${on}T${time}:00-04:00`);
const visit = (id: string, time: string): DayVisit => ({
  ...{ id, at: at(time), minutes: 25, zip: '19147', laboratory: null, employee: null, fixed: false },
});
const finderWith = (timings: Record<string, string>, otherDays: DayVisit[] = []) => {
  const employees = Object.keys(timings);
  const plan: PlanDay = {
    rules: {
      ...{ ...drawDay(1).rules, closedDays: new Map(), skills: new Map() },
      employees: new Map(employees.map((id) => [id, { ...NO_RULES, shifts: readShiftTiming(timings[id] as string) }])),
    },
    ...{ day, after: 0, employees, away: new Set<string>(), visits: [] },
  };
  const routes = employees.map((employee) => ({ employee, visits: [] }));
  return createWayFinder({ plan, routes, otherDays, near: () => [] });
};
const read = (ways: readonly Way[]) => ways.map(({ employee, at: time, without }) => [employee, time, without]);

describe('ways of a visit that fits nobody', () => {
  it('lie outside working hours only near the shift, at the one whose shift is nearest', () => {
    const find = finderWith({ ana: '7AM - 3PM', bo: '8AM - 4PM' });
    expect(read(find(visit('near', '06:00')))).toEqual([
      ['ana', at('07:00'), undefined],
      ['ana', at('06:00'), 'shift'],
      ['ana', at('07:00', '2026-07-07'), undefined],
    ]);
    expect(read(find(visit('far', '03:00'))).map(([, , without]) => without)).toEqual([undefined, undefined]);
  });

  it('name each time of an employee once, and none that a dispatcher has chosen', () => {
    const tomorrow = '2026-07-07';
    const chosen = { ...visit('chosen', '07:00'), at: at('07:00', tomorrow), employee: 'ana' };
    const find = finderWith({ ana: 'Monday - Tuesday (7AM - 8AM)' }, [chosen]);
    expect(['a', 'b', 'c'].map((id) => read(find(visit(id, '02:00'))))).toEqual([
      [
        ['ana', at('07:00'), undefined],
        ['ana', at('07:30', tomorrow), undefined],
      ],
      [
        ['ana', at('07:30'), undefined],
        ['ana', at('07:00', '2026-07-13'), undefined],
      ],
      [['ana', at('07:30', '2026-07-13'), undefined]],
    ]);
  });
});
