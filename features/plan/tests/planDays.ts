import { getDayRange } from 'portal-frame/server';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import { NO_RULES, type PlanRules } from '../server/planRules.ts';
import { createTravelMinutes, createZoneFinder } from '../server/travelTimes.ts';

export const PLAN_ZONE = 'America/New_York';
/** 100,000 days take two to three minutes on a quiet core. */
export const MAX_RUN_MS = 3_600_000;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** ZIP codes of Philadelphia and around. */
export const PLAN_ZIPS =
  '08002 08102 08103 19003 19004 19082 19102 19103 19104 19106 19107 19119 19121 19122 19123 19125 19130 19133 19139 19143 19145 19146 19147 19148 19428'.split(
    ' ',
  );
const ZIPS = [...PLAN_ZIPS, '99999'];
/** Both changes of the clock, and days between them. */
const DAYS = ['2026-03-08', '2026-11-01', '2026-03-07', '2026-10-31', '2026-07-06', '2026-07-07', '2026-12-31'];
const HOUR = 3_600_000;

/** A shift without an end. */
export const ALWAYS = {
  ...{ from: null, to: null },
  week: WEEKDAYS.map((day) => ({ day, start: '00:00', end: '23:59' })),
};

/** Draws a day with rules and visits at random: the same for the same seed. */
export function drawDay(seed: number) {
  const random = createRandom(seed);
  const chance = (part: number) => random() < part;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const day = pick(DAYS);
  const start = getDayRange(day, PLAN_ZONE).from;
  const zones = [
    { id: 'city', name: 'City', zips: ['191'], speed: 15 },
    { id: 'rest', name: 'Rest', zips: ['190', '194', '08'], speed: 30 },
  ];
  const employees = ['ana', 'bo', 'cy'];
  const rulesOf = () => ({
    ...NO_RULES,
    shifts: chance(0.2)
      ? []
      : chance(0.4)
        ? [ALWAYS]
        : [
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
    ...(chance(0.1) && { timeOff: [{ from: day, to: day }] }),
    ...(chance(0.7) && { credentials: [{ skill: 's', expiresOn: pick([null, '2026-01-01', '2027-01-01']) }] }),
    ...{ startZip: pick(['', ...ZIPS]), visitsPerDay: pick([null, 1, 3]), zones: pick([[], [], ['city'], ['rest']]) },
    draws: chance(0.95),
  });
  const visits = Array.from({ length: 8 }, (_, index) => {
    const at = start + Math.floor(random() * 88) * (HOUR / 4);
    const needs = {
      earliest: at - HOUR,
      latest: at + 2 * HOUR,
      minutes: null,
      skills: pick([[], ['s']]),
      facility: pick([null, null, 'home']),
      pinned: false,
    };
    return {
      ...(chance(0.2) && { preparation: { hours: 12, from: start + 12 * HOUR, known: at } }),
      ...(chance(0.3) && { tubeHours: pick([0.5, 4, 24, 72]) }),
      ...{ id: `v${index}`, at, minutes: pick([15, 30, 45]), ...(chance(0.5) && { needs }) },
      ...{ zip: pick(ZIPS), laboratory: pick([null, 'lab']), employee: pick([null, ...employees]), fixed: false },
    };
  });
  const rules: PlanRules = {
    ...{
      timeZone: PLAN_ZONE,
      findZone: createZoneFinder(zones),
      travel: createTravelMinutes({ zones }),
      findPlace: () => undefined,
    },
    employees: new Map(employees.map((id) => [id, rulesOf()])),
    closedDays: new Map([
      ...(chance(0.1) ? [['lab', new Map([[day, 'Works']])] as const] : []),
      ...(chance(0.05) ? [['', new Map([[day, 'Holiday']])] as const] : []),
    ]),
    facilities: new Map(),
    skills: new Map([['s', { name: 'S', forEveryVisit: chance(0.2) }]]),
    laboratories: new Map([
      ['lab', { zip: '19102', week: WEEKDAYS.map((weekday) => ({ day: weekday, start: '06:00', end: '20:00' })) }],
    ]),
  };
  const isOff = (id: string) => (rules.employees.get(id)?.timeOff.length ?? 0) > 0;
  return { rules, day, after: 0, employees, away: new Set(employees.filter(isOff)), visits };
}
