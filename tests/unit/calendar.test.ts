import { expect, test } from 'vitest';
import type { AnyResource } from '../../frame/config/resource.ts';
import { addMinutesWithinDay, getDays, getUtcOffset } from '../../frame/views/calendar/calendarDays.ts';
import { toCalendarEntries } from '../../frame/views/calendar/calendarEntries.ts';
import { type EntryPosition, findNextEntry } from '../../frame/views/calendar/entryNavigation.ts';
import { getLaneHeights, limitEntriesPerCell } from '../../frame/views/calendar/laneHeights.ts';
import { createWallClock } from '../../frame/views/shared/wallClock.ts';
import appointments from '../../src/resources/appointments.ts';

const ZONE = 'America/New_York';
const intl = { t: (key: string) => key, locale: 'en', timeZone: ZONE };
const at = (id: string, appointmentDateTime: string, own: object = {}) => ({
  id,
  patientName: id,
  appointmentDateTime,
  status: 'Pending',
  employee: { id: 'e1', fullName: 'E' },
  ...own,
});
const entries = (...records: ReturnType<typeof at>[]) =>
  toCalendarEntries(appointments as unknown as AnyResource, records, intl);

test('runs a week from Monday to Sunday, also across a clock change', () => {
  expect(getDays('2026-03-08', 'week')).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
  ]);
  expect(getDays('2026-03-08', 'day')).toEqual(['2026-03-08']);
});

test('places moments at business wall time, before and after a clock change', () => {
  const clock = createWallClock(ZONE);
  expect(clock('2026-03-08T06:30:00Z')).toBe('2026-03-08T01:30:00');
  expect(clock('2026-03-08T07:30:00Z')).toBe('2026-03-08T03:30:00');
  expect(clock('2026-11-01T05:30:00Z')).toBe('2026-11-01T01:30:00');
  expect(clock('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30:00');
  expect(clock('nothing')).toBeNull();
  expect(getUtcOffset(ZONE, Date.parse('2026-03-09T12:00:00Z'))).toBe('-04:00');
  expect(getUtcOffset('Asia/Kolkata', Date.parse('2026-03-09T12:00:00Z'))).toBe('+05:30');
});

test('cuts records at midnight', () => {
  expect(addMinutesWithinDay('2026-03-09T23:30:00', 60)).toBe('2026-03-10T00:00:00');
  expect(addMinutesWithinDay('2026-03-09T14:00:00', 60)).toBe('2026-03-09T15:00:00');
});

test('finds overlaps in one lane, by moment, among conflicting values', () => {
  const overlapping = (...records: ReturnType<typeof at>[]) =>
    entries(...records).flatMap(({ id, overlaps }) => (overlaps ? [id] : []));
  expect(overlapping(at('a', '2026-03-09T14:00:00Z'), at('b', '2026-03-09T14:44:00Z'))).toEqual(['a', 'b']);
  expect(overlapping(at('a', '2026-03-09T14:00:00Z'), at('b', '2026-03-09T14:45:00Z'))).toEqual([]);
  expect(overlapping(at('a', '2026-11-01T05:30:00Z'), at('b', '2026-11-01T06:30:00Z'))).toEqual([]);
  const same = '2026-03-09T14:00:00Z';
  expect(overlapping(at('a', same), at('b', same, { employee: { id: 'e2' } }))).toEqual([]);
  expect(overlapping(at('a', same, { employee: null }), at('b', same, { employee: null }))).toEqual([]);
  expect(overlapping(at('a', same), at('b', same, { status: 'Rejected' }))).toEqual([]);
});

test('skips a record without a valid date', () => {
  expect(entries(at('a', ''), at('b', 'soon'), at('c', '2026-03-09T14:00:00Z')).map(({ id }) => id)).toEqual(['c']);
});

test('shows a crowded day as a number and keeps the lane height', () => {
  const day = Array.from({ length: 9 }, (_, index) => at(`a${index}`, `2026-03-09T1${index}:00:00Z`));
  const condensed = limitEntriesPerCell(entries(...day), (count) => `+${count}`);
  expect(condensed.map(({ title }) => title)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', '+3']);
  expect(condensed.at(-1)).toMatchObject({ hiddenCount: 3, lane: 'e1' });
  expect(limitEntriesPerCell(entries(...day.slice(0, 7)), String)).toHaveLength(7);
  const [week, single] = [getLaneHeights(condensed, 'week'), getLaneHeights(entries(...day), 'day')];
  expect(week.get('e1')).toBeGreaterThan(7 * 24);
  expect(single.get('e1')).toBeLessThan(100);
});

test('moves by arrow keys along a lane and beyond, and to the nearest record of the next lane', () => {
  const places: EntryPosition[] = [
    { id: 'a', line: 0, at: '09' },
    { id: 'b', line: 0, at: '11' },
    { id: 'c', line: 2, at: '10' },
    { id: 'd', line: 2, at: '12' },
  ];
  const go = (from: string, key: string) => findNextEntry(places, from, key, 'across');
  expect([go('a', 'ArrowRight'), go('b', 'ArrowRight'), go('c', 'ArrowLeft')]).toEqual(['b', 'c', 'b']);
  expect([go('b', 'ArrowDown'), go('d', 'ArrowUp'), go('a', 'ArrowDown')]).toEqual(['c', 'b', 'c']);
  expect([go('a', 'ArrowUp'), go('a', 'x'), go('d', 'Home'), go('c', 'End')]).toEqual([undefined, undefined, 'c', 'd']);
  expect(findNextEntry(places, 'b', 'ArrowRight', 'down')).toBe('c');
  expect(findNextEntry(places, 'a', 'ArrowDown', 'down')).toBe('b');
});
