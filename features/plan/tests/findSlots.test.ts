import { getToday, parseLocalTime } from 'portal-frame/server';
import { casesOf } from 'portal-frame/testing/size';
import { expect, it } from 'vitest';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import { findSlots, listStarts } from '../server/findSlots.ts';
import { NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from '../server/planRules.ts';
import { createTravelMinutes, createZoneFinder } from '../server/travelTimes.ts';
import { whyNot } from '../server/whyNot.ts';
import { ALWAYS, drawDay, MAX_RUN_MS, PLAN_ZONE } from './planDays.ts';

interface Case {
  rules: PlanRules;
  visit: PlannedVisit;
  employee: string;
  others: PlannedVisit[];
}

const withEmployee = ({ rules, employee, ...rest }: Case, own: object): Case => ({
  ...{ ...rest, employee },
  rules: {
    ...rules,
    employees: new Map(rules.employees).set(employee, { ...(rules.employees.get(employee) ?? NO_RULES), ...own }),
  },
});
const withoutClosedDays = ({ rules, ...rest }: Case, of: string): Case => ({
  ...rest,
  rules: { ...rules, closedDays: new Map([...rules.closedDays].filter(([id]) => id !== of)) },
});
const withNeeds = (one: Case, own: object): Case => ({
  ...one,
  visit: { ...one.visit, ...(one.visit.needs && { needs: { ...one.visit.needs, ...own } }) },
});
const withoutSkills = (one: Case): Case => {
  const skills = new Map([...one.rules.skills].map(([id, skill]) => [id, { ...skill, forEveryVisit: false }]));
  return withNeeds({ ...one, rules: { ...one.rules, skills } }, { skills: [] });
};
/** Removes what a reason names, and nothing else. */
const REMOVE: Record<WhyNot['code'], (one: Case) => Case> = {
  timeOff: (one) => withEmployee(one, { timeOff: [] }),
  holiday: (one) => withoutClosedDays(one, ''),
  shift: (one) => withEmployee(one, { shifts: [ALWAYS] }),
  noHours: (one) => withEmployee(one, { shifts: [ALWAYS] }),
  notDrawing: (one) => withEmployee(one, { draws: true }),
  inactive: (one) => one,
  past: (one) => one,
  pinned: (one) => one,
  skill: withoutSkills,
  credential: withoutSkills,
  zone: (one) => withEmployee(one, { zones: [] }),
  window: (one) => withNeeds(one, { earliest: null, latest: null }),
  dailyCap: (one) => withEmployee(one, { visitsPerDay: null }),
  overlap: (one) => ({ ...one, others: [] }),
  travel: (one) => ({ ...one, others: [] }),
  laboratoryClosed: (one) => ({ ...one, visit: { ...one.visit, laboratory: null } }),
  closedDay: (one) => ({ ...one, visit: { ...one.visit, laboratory: null } }),
  preparation: ({ visit: { preparation, ...visit }, ...one }) => ({ ...one, visit }),
  tubesTooOld: (one) => ({ ...one, visit: { ...one.visit, laboratory: null } }),
};
const reasonsOf = ({ rules, visit, employee, others }: Case, at: number) => whyNot(rules, visit, employee, at, others);

/** Far cheaper than `expect`, which would take most of the time. */
function same(found: unknown, expected: unknown, ...named: unknown[]): void {
  if (found !== expected) expect([...named, found]).toEqual([...named, expected]);
}

it(
  'offers exactly the times without a reason, each with a single cause (spec 33.1)',
  () => {
    const random = createRandom(4);
    let [offered, refused] = [0, 0];
    const codes = new Set<string>();
    // GENERATED_DAYS=100000 tries more.
    const numRuns = Number(process.env.GENERATED_DAYS ?? casesOf(400, 4000).numRuns);
    for (let seed = 1; seed <= numRuns; seed++) {
      const { rules, day, employees, visits } = drawDay(seed);
      const visit = visits[seed % visits.length] as PlannedVisit;
      const own = (id: string) => visits.filter(({ employee }) => employee === id);
      for (const employee of employees) {
        const search = { rules, visit, employees: [employee], near: own, from: day, days: 1, after: 0 };
        const free = new Set(findSlots(search).map(({ at }) => at));
        const starts = listStarts(rules, employee, day);
        for (const end of [starts[0], starts.at(-1)]) if (end) same(getToday(PLAN_ZONE, end), day, seed);
        // Without known hours, no time is offered.
        const times = starts.length > 0 ? starts : [visit.at];
        for (let draw = 0; draw < 3; draw++) {
          const at = times[Math.floor(random() * times.length)] as number;
          const one = { rules, visit, employee, others: own(employee) };
          const reasons = reasonsOf(one, at).map(({ code }) => code);
          same(free.has(at), reasons.length === 0, seed);
          if (reasons.length === 0) offered++;
          else refused++;
          for (const code of reasons) {
            codes.add(code);
            const left = reasonsOf(REMOVE[code](one), at).map((reason) => reason.code);
            same(left.includes(code), false, seed, code);
          }
          const repaired = reasons.reduce((before, code) => REMOVE[code](before), one as Case);
          same(reasonsOf(repaired, at).length, 0, seed);
        }
      }
    }
    expect([...codes].toSorted()).toEqual(
      Object.keys(REMOVE)
        .filter((code) => !['past', 'pinned', 'inactive'].includes(code))
        .toSorted(),
    );
    expect(Math.min(offered, refused)).toBeGreaterThan(numRuns / 4);
  },
  MAX_RUN_MS,
);

const at = (text: string) => parseLocalTime(text, PLAN_ZONE);
const WEEK = ['Monday', 'Sunday'].map((day) => ({ day, start: '00:00', end: '06:00' }));
const rules: PlanRules = {
  ...{
    timeZone: PLAN_ZONE,
    closedDays: new Map(),
    findZone: createZoneFinder([]),
    skills: new Map(),
    facilities: new Map(),
  },
  ...{ laboratories: new Map(), travel: createTravelMinutes(), findPlace: () => undefined },
  employees: new Map([
    ['near', { ...NO_RULES, startZip: '19107', shifts: [{ from: null, to: null, week: WEEK }] }],
    ['far', { ...NO_RULES, startZip: '19428', shifts: [{ from: null, to: null, week: WEEK }] }],
  ]),
};
const visit = { id: 'v', at: 0, minutes: 30, zip: '19103', laboratory: null };
const search = (day: string, days: number, after = 0) =>
  findSlots({ ...{ rules, visit, employees: ['far', 'near'], near: () => [] }, from: day, days, after });

it('offers four times less or more in the nights of clock changes', () => {
  const own = (day: string) => search(day, 1).map(({ employee, free }) => [employee, free]);
  expect(own('2026-03-15')).toEqual(Array.from({ length: 23 }, () => ['near', 2]));
  expect(own('2026-03-08')).toHaveLength(19);
  expect(own('2026-11-01')).toHaveLength(27);
});

it('chooses the smaller detour for each time, and no time before the given moment', () => {
  const best = search('2026-07-05', 2, at('2026-07-05T05:10'));
  expect(best.map((slot) => [slot.employee, slot.at - at('2026-07-05T05:15')])).toEqual([
    ['near', 0],
    ['near', 15 * 60_000],
    ...Array.from({ length: 23 }, (_, index) => [
      'near',
      at('2026-07-06T00:00') - at('2026-07-05T05:15') + index * 900_000,
    ]),
  ]);
  expect(best[0]?.detour).toBe(createTravelMinutes()('19107', '19103'));
});
