import { parseLocalTime } from 'portal-frame/server';
import { describe, expect, it } from 'vitest';
import { readTown, readZip } from '../../../src/wire/appointments/zipCode.ts';
import { NO_RULES, type PlannedVisit, type PlanRules, type WhyNot } from '../server/planRules.ts';
import { createTravelMinutes, createZoneFinder } from '../server/travelTimes.ts';
import { whyNot } from '../server/whyNot.ts';
import { readShiftTiming } from '../server/workingHours.ts';
import { findZipPlace } from '../server/zipCodes.ts';
import { ALWAYS } from './planDays.ts';

const ZONE = 'America/New_York';
const at = (text: string) => parseLocalTime(text, ZONE);
const MONDAY = '2026-07-06';
const visit = (time: string, more: Partial<PlannedVisit> = {}): PlannedVisit => ({
  ...{ id: 'visit', at: at(time), minutes: 30, zip: '19107', laboratory: null },
  ...more,
});
const rulesWith = (more: Partial<PlanRules> = {}, own: object = {}): PlanRules => ({
  ...{
    timeZone: ZONE,
    closedDays: new Map(),
    findZone: createZoneFinder([]),
    skills: new Map(),
    facilities: new Map(),
  },
  ...{ laboratories: new Map(), travel: createTravelMinutes(), findPlace: () => undefined },
  employees: new Map([['ana', { ...NO_RULES, shifts: [ALWAYS], ...own }]]),
  ...more,
});
const codes = (rules: PlanRules, one = visit(`${MONDAY}T09:00`), others: PlannedVisit[] = []) =>
  whyNot(rules, one, 'ana', one.at, others).map(({ code }) => code);

describe('whyNot', () => {
  it('reports unknown hours and people who do not draw, and no way to an unknown place', () => {
    expect(codes(rulesWith({}, { shifts: [] }))).toEqual(['noHours']);
    expect(codes(rulesWith({}, { draws: false }))).toEqual(['notDrawing']);
    const [here, unknown] = [visit(`${MONDAY}T03:00`), visit(`${MONDAY}T03:30`, { id: 'b', zip: '' })];
    expect(codes(rulesWith(), here, [unknown])).toEqual([]);
    expect(codes(rulesWith(), here, [visit(`${MONDAY}T03:29`, { id: 'b', zip: '' })])).toEqual(['overlap']);
  });

  it('lets a shift override the hours of the profile on its days only', () => {
    const shifts = [
      ...readShiftTiming('Morning (8AM - 4PM)'),
      { from: MONDAY, to: MONDAY, week: [{ day: 'Monday', start: '12:00', end: '20:00' }] },
    ];
    const rules = rulesWith({}, { shifts });
    expect(codes(rules)).toEqual(['shift']);
    expect(codes(rules, visit(`${MONDAY}T19:00`))).toEqual([]);
    expect(codes(rules, visit('2026-07-07T09:00'))).toEqual([]);
    expect(codes(rules, visit('2026-07-07T19:00'))).toEqual(['shift']);
  });

  it('names the age of the tubes, not the door of an open laboratory', () => {
    const laboratories = new Map([['lab', { zip: '19428', week: [{ day: 'Monday', start: '07:00', end: '18:00' }] }]]);
    const one = visit(`${MONDAY}T09:00`, { laboratory: 'lab', tubeHours: 0.5 });
    expect(whyNot(rulesWith({ laboratories }), one, 'ana', one.at, [])).toEqual([
      { code: 'tubesTooOld', parameters: { hours: 0.5, minutes: expect.any(Number) } },
    ]);
  });

  it('checks the shift of the day; a shift for one date overrides the week', () => {
    const week = [{ day: 'Monday', start: '08:00', end: '12:00' }];
    const usual = { from: null, to: null, week };
    const rules = rulesWith({}, { shifts: [usual] });
    expect(codes(rules)).toEqual([]);
    expect(codes(rules, visit(`${MONDAY}T11:45`))).toEqual(['shift']);
    expect(codes(rules, visit('2026-07-07T09:00'))).toEqual(['shift']);
    const late = { from: MONDAY, to: MONDAY, week: [{ day: 'Monday', start: '14:00', end: '18:00' }] };
    expect(codes(rulesWith({}, { shifts: [usual, late] }))).toEqual(['shift']);
    expect(codes(rulesWith({}, { shifts: [usual, late] }), visit(`${MONDAY}T15:00`))).toEqual([]);
  });

  it('checks a shift over midnight, also in the night that loses an hour', () => {
    const night = [{ day: 'Saturday', start: '22:00', end: '06:00' }];
    const rules = rulesWith({}, { shifts: [{ from: null, to: null, week: night }] });
    expect(codes(rules, visit('2026-03-08T03:30'))).toEqual([]);
    expect(codes(rules, visit('2026-03-08T05:45'))).toEqual(['shift']);
  });

  it('reports time off, holidays and a closed laboratory', () => {
    const laboratories = new Map([['lab', { zip: '19102', week: [{ day: 'Monday', start: '07:00', end: '18:00' }] }]]);
    const one = visit(`${MONDAY}T17:50`, { laboratory: 'lab' });
    expect(codes(rulesWith({}, { timeOff: [{ from: MONDAY, to: '2026-07-10' }] }))).toEqual(['timeOff']);
    expect(codes(rulesWith({ closedDays: new Map([['', new Map([[MONDAY, 'Picnic']])]]) }))).toEqual(['holiday']);
    expect(codes(rulesWith({ laboratories }), one)).toEqual(['laboratoryClosed']);
    expect(codes(rulesWith({ laboratories }), visit(`${MONDAY}T17:00`, { laboratory: 'lab' }))).toEqual([]);
    const closedDays = new Map([['lab', new Map([[MONDAY, 'Works']])]]);
    const closed: WhyNot[] = [{ code: 'closedDay', parameters: { date: 'Jul 6, 2026', name: 'Works' } }];
    for (const tubeHours of [undefined, 0.1]) {
      const due = visit(`${MONDAY}T09:00`, { laboratory: 'lab', tubeHours });
      expect(whyNot(rulesWith({ laboratories, closedDays }), due, 'ana', due.at, [])).toEqual(closed);
    }
    // Tubes that keep for eight days reach it on the next Monday.
    const lasting = visit(`${MONDAY}T17:50`, { laboratory: 'lab', tubeHours: 192 });
    expect(codes(rulesWith({ laboratories }), lasting)).toEqual([]);
  });

  it('reports a missing skill and an expired credential', () => {
    const skills = new Map([['s', { name: 'Pediatric', forEveryVisit: true }]]);
    expect(whyNot(rulesWith({ skills }), visit(`${MONDAY}T09:00`), 'ana', at(`${MONDAY}T09:00`), [])).toEqual([
      { code: 'skill', parameters: { skill: 'Pediatric' } },
    ]);
    const expired = { credentials: [{ skill: 's', expiresOn: '2026-07-05' }] };
    expect(codes(rulesWith({ skills }, expired))).toEqual(['credential']);
    expect(codes(rulesWith({ skills }, { credentials: [{ skill: 's', expiresOn: MONDAY }] }))).toEqual([]);
  });

  it('checks zones by the longest prefix, the cap and the window', () => {
    const zones = [
      { id: 'city', name: 'City', zips: ['191'], speed: 20 },
      { id: 'center', name: 'Center', zips: ['19107'], speed: 10 },
    ];
    expect(codes(rulesWith({ findZone: createZoneFinder(zones) }, { zones: ['city'] }))).toEqual(['zone']);
    expect(codes(rulesWith({ findZone: createZoneFinder(zones) }, { zones: ['center'] }))).toEqual([]);
    expect(
      codes(rulesWith({}, { visitsPerDay: 1 }), visit(`${MONDAY}T09:00`), [visit(`${MONDAY}T15:00`, { id: 'b' })]),
    ).toEqual(['dailyCap']);
    const needs = {
      earliest: at(`${MONDAY}T10:00`),
      latest: null,
      minutes: null,
      skills: [],
      facility: null,
      pinned: false,
    };
    expect(codes(rulesWith(), visit(`${MONDAY}T09:00`, { needs }))).toEqual(['window']);
  });

  it('includes the travel time between two visits', () => {
    const before = visit(`${MONDAY}T08:20`, { id: 'b', zip: '19428' });
    expect(codes(rulesWith(), visit(`${MONDAY}T09:00`), [before])).toEqual(['travel']);
    expect(codes(rulesWith(), visit(`${MONDAY}T08:40`), [before])).toEqual(['overlap']);
    expect(codes(rulesWith(), visit(`${MONDAY}T09:30`), [before])).toEqual([]);
    expect(codes(rulesWith(), visit(`${MONDAY}T07:45`), [before])).toEqual(['travel']);
  });
});

describe('working hours of a profile', () => {
  const hoursOf = (timing: string) => {
    const [first, ...more] = readShiftTiming(timing).flatMap(({ week }) => week);
    return first && `${first.day} ${first.start} ${first.end} ${more.length + 1}`;
  };

  it.each([
    ['Morning (8AM - 4PM)', 'Monday 08:00 16:00 7'],
    ['Evening (4PM - 12AM)', 'Monday 16:00 00:00 7'],
    ['Night (12AM - 8AM)', 'Monday 00:00 08:00 7'],
    ['Weekends (7AM - 3PM)', 'Saturday 07:00 15:00 2'],
    ['Mon-Fri 9:30 am to 5 pm', 'Monday 09:30 17:00 5'],
    ['Tue, Thu 8-12 AM', 'Tuesday 08:00 00:00 2'],
    ['07:00-15:30', 'Monday 07:00 15:30 7'],
    ['Weekdays 8AM-12PM, 1PM-5PM', 'Monday 08:00 12:00 10'],
    ['Custom', undefined],
    ['Nights, from 10 PM', undefined],
    ['25:00 - 30:00', undefined],
    ['', undefined],
  ])('are read from %j', (timing, hours) => {
    expect(hoursOf(timing)).toBe(hours);
  });
});

it('reads the last ZIP code of an address', () => {
  expect(readZip('19107 Main St, Philadelphia, PA 19147-1234')).toBe('19147');
  expect(readZip('1 Elm Street')).toBe('');
  expect(readTown('1500 Market St, Suite 1200, Philadelphia, PA 19102-1234')).toBe('Philadelphia');
  expect(readTown('3 Oak St, Cherry Hill NJ 08002')).toBe('Cherry Hill');
  expect(readTown('12 Elm Street Camden NJ 08101')).toBe('');
  expect(readZip('12345 Main Street, Philadelphia')).toBe('');
  expect(['19107', ' 19107-1234 '].map(readZip)).toEqual(['19107', '19107']);
});

it('knows the center of every ZIP code of the United States (spec 33.5)', () => {
  const places = ['10001', '19428', '99501', '00601', '99999', '1910', "'", ''].map(findZipPlace);
  expect(places.slice(0, 4)).toEqual([
    [40.75065, -73.997293],
    [40.080216, -75.302504],
    [expect.closeTo(61.2, 0), expect.closeTo(-149.9, 0)],
    [expect.closeTo(18.2, 0), expect.closeTo(-66.7, 0)],
  ]);
  expect(places.slice(4)).toEqual([null, null, null, null]);
});
