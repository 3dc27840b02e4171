import { getDayRange, getToday } from 'portal-frame/server';
import { expect, it } from 'vitest';
import { buildProblem, type DayVisit, type PlanDay, readProposal } from '../../server/plan/planDay.ts';
import { NO_RULES, type PlanRules } from '../../server/plan/planRules.ts';
import { createRandom } from '../../server/plan/seededRandom.ts';
import { solveRoutes } from '../../server/plan/solveRoutes.ts';
import { createTravelMinutes, createZoneFinder } from '../../server/plan/travelTimes.ts';
import { whyNot } from '../../server/plan/whyNot.ts';
import { ZIP_PLACES } from '../../server/plan/zipCodes.ts';

const ZONE = 'America/New_York';
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ZIPS = [...Object.keys(ZIP_PLACES), '99999'];
/** Both changes of the clock, and days between them. */
const DAYS = ['2026-03-08', '2026-11-01', '2026-07-06', '2026-07-07'];
const HOUR = 3_600_000;

/** A day with rules and visits drawn at random. */
function drawDay(seed: number): PlanDay {
  const random = createRandom(seed);
  const chance = (part: number) => random() < part;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const day = pick(DAYS);
  const start = getDayRange(day, ZONE).from;
  const zones = [
    { id: 'city', zips: ['191'], speed: 15 },
    { id: 'rest', zips: ['190', '194', '08'], speed: 30 },
  ];
  const employees = ['ana', 'bo', 'cy'];
  const rulesOf = () => ({
    ...NO_RULES,
    ...(chance(0.6) && {
      shifts: [
        {
          ...{ from: null, to: null },
          week: WEEKDAYS.map((weekday) => ({
            day: weekday,
            ...pick([
              { start: '07:00', end: '15:00' },
              { start: '22:00', end: '06:00' },
            ]),
          })),
        },
      ],
    }),
    ...(chance(0.1) && { timeOff: [{ from: day, to: day }] }),
    ...(chance(0.7) && { credentials: [{ skill: 's', expiresOn: pick([null, '2026-01-01', '2027-01-01']) }] }),
    ...{ startZip: pick(['', ...ZIPS]), visitsPerDay: pick([null, 1, 3]), zones: pick([[], [], ['city'], ['rest']]) },
  });
  const visits = Array.from({ length: 8 }, (_, index): DayVisit => {
    const at = start + Math.floor(random() * 88) * (HOUR / 4);
    const needs = {
      earliest: at - HOUR,
      latest: at + 2 * HOUR,
      minutes: null,
      skills: pick([[], ['s']]),
      pinned: false,
    };
    return {
      ...{ id: `v${index}`, at, minutes: pick([15, 30, 45]), ...(chance(0.5) && { needs }) },
      ...{ zip: pick(ZIPS), laboratory: pick([null, 'lab']), employee: pick([null, ...employees]), fixed: false },
    };
  });
  const rules: PlanRules = {
    ...{ timeZone: ZONE, entered: true, findZone: createZoneFinder(zones), travel: createTravelMinutes(zones) },
    employees: new Map(employees.map((id) => [id, rulesOf()])),
    closedDays: new Map(chance(0.1) ? [['lab', new Map([[day, 'Works']])]] : []),
    skills: new Map([['s', { name: 'S', forEveryVisit: chance(0.2) }]]),
    laboratories: new Map([
      ['lab', { zip: '19102', week: WEEKDAYS.map((weekday) => ({ day: weekday, start: '06:00', end: '20:00' })) }],
    ]),
  };
  return { rules, day, employees, visits };
}

function propose(plan: PlanDay, seed: number) {
  const { problem, initial } = buildProblem(plan);
  const progress = (iterations: number) => iterations / 64;
  return readProposal(plan, solveRoutes(problem, { random: createRandom(seed), progress, initial }));
}

it('breaks no rule on a generated day, and gives or explains every visit once', () => {
  let [given, explained] = [0, 0];
  for (let seed = 1; seed <= 1000; seed++) {
    const plan = drawDay(seed);
    const { routes, unassigned } = propose(plan, seed);
    const seen = [
      ...routes.flatMap(({ visits }) => visits.map(({ visit }) => visit.id)),
      ...unassigned.map(({ visit }) => visit.id),
    ];
    expect([seed, seen.toSorted()]).toEqual([seed, plan.visits.map(({ id }) => id)]);
    for (const { employee, visits } of routes) {
      const others = visits.map(({ visit, at }) => ({ ...visit, at }));
      for (const { visit, at } of visits) {
        expect([seed, visit.id, whyNot(plan.rules, visit, employee, at, others)]).toEqual([seed, visit.id, []]);
        expect(getToday(ZONE, at)).toBe(plan.day);
        given++;
      }
    }
    explained += unassigned.filter(({ reasons }) => reasons.length > 0).length;
  }
  expect(given).toBeGreaterThan(1000);
  expect(explained).toBeGreaterThan(100);
});
