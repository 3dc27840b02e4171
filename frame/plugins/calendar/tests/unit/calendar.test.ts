import { type AnyResource, choice, date, dateTime, reference, text } from 'portal-frame';
import { createWallClock } from 'portal-frame/browser/plugins';
import { describe, expect, test } from 'vitest';
import {
  addMinutesWithinDay,
  formatSpanTitle,
  getDays,
  getSpan,
  getUtcOffset,
  moveDay,
} from '../../browser/calendarDays.ts';
import { toCalendarEntries } from '../../browser/calendarEntries.ts';
import { countByDay, createDayHead, getContentOptions } from '../../browser/calendarOptions.ts';
import { type EntryPosition, findNextEntry } from '../../browser/entryNavigation.ts';
import { getLaneHeights, groupByField, groupFreeEntries, limitEntriesPerCell } from '../../browser/laneHeights.ts';

const visits = {
  name: 'visits',
  fields: {
    title: text(),
    at: dateTime(),
    status: choice({ choices: ['Pending', 'Completed', 'Cancelled'] }),
    worker: reference({ to: 'workers', text: '{fullName}' }),
    site: reference({ to: 'sites', text: '{name}' }),
  },
  list: {
    columns: ['title'],
    calendar: {
      ...{ date: 'at', minutes: 45, color: 'status', groupBy: 'site', lane: 'worker' },
      conflictValues: ['Pending'],
    },
  },
} as unknown as AnyResource;

const ZONE = 'America/New_York';
const intl = { t: (key: string, args?: object) => (args ? JSON.stringify(args) : key), locale: 'en', timeZone: ZONE };
const at = (id: string, moment: string, own: { worker?: object | null; status?: string } = {}) => ({
  id,
  title: id,
  at: moment,
  status: 'Pending',
  worker: { id: 'e1', fullName: 'E' },
  ...own,
});
const entries = (...records: ReturnType<typeof at>[]) => toCalendarEntries(visits, records, intl);

test('shows a week from Monday to Sunday, also across a clock change', () => {
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

test('shows a month by its weeks', () => {
  const days = getDays('2026-03-08', 'month');
  expect([days[0], days.at(-1), days.length, getSpan(days)]).toEqual(['2026-02-23', '2026-04-05', 42, 'month']);
  expect(getDays('2027-02-14', 'month')).toHaveLength(28);
  expect(formatSpanTitle(days, intl)).toBe('March 2026');
  expect(['2026-01-31', '2026-03-01'].map((day) => moveDay(day, 'month', 1))).toEqual(['2026-02-01', '2026-04-01']);
  expect(moveDay('2026-03-11', 'week', -1)).toBe('2026-03-02');
  expect(moveDay('2026-03-11', 'day', 1)).toBe('2026-03-12');
});

describe('periods', () => {
  const rentals = (isDays: boolean, own: object = {}) =>
    ({
      name: 'rentals',
      fields: {
        title: text(),
        item: reference({ to: 'items', text: '{serial}' }),
        from: isDays ? date() : dateTime(),
        to: isDays ? date() : dateTime(),
      },
      list: { columns: ['title'], calendar: { from: 'from', to: 'to', lane: 'item', ...own } },
    }) as unknown as AnyResource;
  const rental = (id: string, from: string, to: string | null, item = 'drill') => ({ id, title: id, item, from, to });
  const toEntries = (isDays: boolean, ...records: ReturnType<typeof rental>[]) =>
    toCalendarEntries(rentals(isDays), records, { ...intl, t: (key, options) => `${key} ${options?.from ?? ''}` });

  test('last from start to end; whole days include the last one', () => {
    const [long, short, open] = toEntries(
      false,
      rental('long', '2026-03-04T13:00:00Z', '2026-03-25T13:00:00Z'),
      rental('short', '2026-03-05T13:00:00Z', '2026-03-05T15:00:00Z', 'saw'),
      rental('open', '2026-03-30T13:00:00Z', null),
    );
    expect(long).toMatchObject({ start: '2026-03-04T08:00:00', end: '2026-03-25T09:00:00', allDay: true, time: '' });
    expect(long?.period.replace(/\s/g, ' ')).toBe('Mar 4, 8:00 AM – Mar 25, 9:00 AM');
    expect(short).toMatchObject({ allDay: false, time: '8:00 AM' });
    expect(open?.period).toBe('calendar.from Mar 30, 9:00 AM');
    const [days] = toEntries(true, rental('days', '2026-03-04', '2026-03-06'));
    expect(days).toMatchObject({ start: '2026-03-04T00:00:00', end: '2026-03-07T00:00:00', allDay: true });
    expect(days?.period.replace(/\s/g, ' ')).toBe('Mar 4 – 6');
  });

  test('show at their start if their end is before it', () => {
    const [entry] = toEntries(false, rental('a', '2026-03-04T13:00:00Z', '2026-03-01T13:00:00Z'));
    expect(entry).toMatchObject({ start: '2026-03-04T08:00:00', end: '2026-03-04T09:00:00' });
  });

  test('overlap until their end, also if they began long before', () => {
    const overlapping = (...records: ReturnType<typeof rental>[]) =>
      toEntries(true, ...records).flatMap(({ id, overlaps }) => (overlaps ? [id] : []));
    const long = rental('long', '2026-03-01', '2026-03-20');
    expect(overlapping(long, rental('b', '2026-03-02', '2026-03-03'), rental('c', '2026-03-20', null))).toEqual([
      ...['long', 'b', 'c'],
    ]);
    expect(overlapping(long, rental('d', '2026-03-21', null), rental('e', '2026-03-02', null, 'saw'))).toEqual([]);
  });

  test('span the shown days, and appear once in an agenda', () => {
    const entries = toEntries(false, rental('long', '2026-03-04T13:00:00Z', '2026-03-25T13:00:00Z'));
    const shownAs = (layout: 'list' | 'lanes' | 'days', days: string[], shown = entries) => {
      const content = { layout, timed: true, days, entries: shown, lanes: [], draggable: () => false };
      const [event] = (getContentOptions(content).events ?? []) as { start: string; end: string }[];
      return [event?.start, event?.end];
    };
    const week = getDays('2026-03-11', 'week');
    expect(shownAs('lanes', week)).toEqual(['2026-03-09T00:00:00', '2026-03-15T23:59:59']);
    expect(shownAs('days', getDays('2026-03-11', 'month'))).toEqual(['2026-03-04T08:00:00', '2026-03-25T09:00:00']);
    expect(shownAs('list', week)).toEqual(['2026-03-09T00:00:00', '2026-03-10T00:00:00']);
    // The weeks of April begin in March, its agenda does not.
    const before = toEntries(false, rental('before', '2026-03-20T13:00:00Z', '2026-04-02T13:00:00Z'));
    expect(shownAs('list', getDays('2026-04-11', 'month'), before)[0]).toBe('2026-04-01T00:00:00');
  });

  test('share a line of their lane if they follow each other', () => {
    const entries = toEntries(
      true,
      rental('a', '2026-03-02', '2026-03-04'),
      rental('b', '2026-03-05', '2026-03-06'),
      rental('c', '2026-03-03', '2026-03-05', 'saw'),
      rental('d', '2026-03-05', '2026-03-09', 'saw'),
      rental('e', '2026-03-05', null, 'saw'),
    );
    expect([...getLaneHeights(entries, 'month')]).toEqual([
      ['drill', 48],
      ['saw', 98],
    ]);
  });
});

test('places moments at business time, before and after a clock change', () => {
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
  expect(overlapping(at('a', same), at('b', same, { worker: { id: 'e2' } }))).toEqual([]);
  expect(overlapping(at('a', same, { worker: null }), at('b', same, { worker: null }))).toEqual([]);
  expect(overlapping(at('a', same), at('b', same, { status: 'Rejected' }))).toEqual([]);
});

test('skips a record without a valid date', () => {
  expect(entries(at('a', ''), at('b', 'soon'), at('c', '2026-03-09T14:00:00Z')).map(({ id }) => id)).toEqual(['c']);
});

test('shows a crowded day as a number and keeps the lane height', () => {
  const day = Array.from({ length: 9 }, (_, index) => at(`a${index}`, `2026-03-09T1${index}:00:00Z`));
  const condensed = limitEntriesPerCell(entries(...day), (count) => `+${count}`);
  expect(condensed.map(({ title }) => title)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', '+3']);
  expect(condensed.at(-1)).toMatchObject({ members: { length: 3 }, lane: 'e1' });
  expect(limitEntriesPerCell(entries(...day.slice(0, 7)), String)).toHaveLength(7);
  const [week, single] = [getLaneHeights(condensed, 'week'), getLaneHeights(entries(...day), 'day')];
  expect(week.get('e1')).toBeGreaterThan(7 * 24);
  expect(single.get('e1')).toBeLessThan(100);
});

describe('crowded day', () => {
  const named = (some: readonly { id: string }[], nameOf: (index: number) => string) =>
    Object.fromEntries(some.map(({ id }, index) => [id, nameOf(index)]));
  const waiting = (count: number) =>
    entries(
      ...Array.from({ length: count }, (_, index) =>
        at(`a${index}`, new Date(Date.parse('2026-03-09T13:00:00Z') + index * 600_000).toISOString(), {
          worker: null,
        }),
      ),
    );

  test('shows unassigned entries by zone and part of the day, each once', () => {
    const all = [...waiting(60), ...entries(at('b', '2026-03-09T13:00:00Z'))];
    const grouped = groupFreeEntries(
      all,
      named(all.slice(0, 60), (index) => `Zone ${index % 3}`),
      intl,
    );
    const groups = grouped.filter(({ members }) => members.length > 0);
    expect(groups.flatMap(({ members }) => members.map(({ id }) => id)).toSorted()).toEqual(
      all
        .slice(0, 60)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(groups).toHaveLength(12);
    expect(groups[0]).toMatchObject({ start: '2026-03-09T09:00:00', end: '2026-03-09T12:00:00', lane: '-' });
    for (const { start, end, members } of groups)
      for (const one of members) expect(start <= one.start && one.start < end).toBe(true);
    expect(grouped.at(-1)?.id).toBe('b');
  });

  test('shows small zones in one row, so that the lane stays low', () => {
    const all = waiting(60);
    const grouped = groupFreeEntries(
      all,
      named(all, (index) => `Zone ${index % 20}`),
      intl,
    );
    expect(getLaneHeights(grouped, 'day').get('-')).toBeLessThanOrEqual(188);
    expect(new Set(grouped.map(({ start, title }) => `${start} ${title}`)).size).toBe(grouped.length);
    expect(grouped.reduce((sum, { members }) => sum + members.length, 0)).toBe(60);
  });

  test('does not group a few entries, nor entries without a name from the host', () => {
    expect(
      groupFreeEntries(
        waiting(12),
        named(waiting(12), () => 'Zone'),
        intl,
      ),
    ).toHaveLength(12);
    expect(groupFreeEntries(waiting(60), {}, intl)).toHaveLength(60);
  });

  test('counts records instead of groups', () => {
    const all = waiting(60);
    expect(
      countByDay(
        groupFreeEntries(
          all,
          named(all, () => 'Zone'),
          intl,
        ),
      ),
    ).toBe('2026-03-09 60');
    const head = createDayHead('2026-03-09 60', { locale: 'en' });
    expect(head(new Date(2026, 2, 9))).toBe('Mon, Mar 9 · 60');
    expect(head(new Date(2026, 2, 10))).toBe('Tue, Mar 10');
  });
});

describe('round of a site', () => {
  const home = (id: string, time: string, own = {}) => ({ ...at(id, `2026-03-09T${time}:00.000Z`), ...own });
  const round = (...all: object[]) => groupByField(entries(...(all as never[])), 'site', intl);
  const site = 'Sunrise';

  test('is one entry for its visits, in each lane (spec 33.4)', () => {
    const other = { worker: { id: 'e2', fullName: 'F' } };
    const shown = round(
      home('a', '13:00', { site }),
      home('alone', '13:10'),
      home('b', '13:10', { site }),
      home('c', '13:20', { site }),
      home('d', '13:10', { site, ...other }),
      home('late', '20:00', { site }),
    );
    expect(shown.map(({ id, members, start, time }) => [id, members.map((one) => one.id), start, time])).toEqual([
      ['with a', ['a', 'b', 'c'], '2026-03-09T09:00:00', '9:00 AM'],
      ['alone', [], '2026-03-09T09:10:00', '9:10 AM'],
      ['d', [], '2026-03-09T09:10:00', '9:10 AM'],
      ['late', [], '2026-03-09T16:00:00', '4:00 PM'],
    ]);
    expect(shown[0]).toMatchObject({ end: '2026-03-09T10:05:00', title: '{"name":"Sunrise","count":3}', color: null });
    expect(countByDay(shown)).toBe('2026-03-09 6');
  });

  test('shows a visit with another status separately', () => {
    const visits = [home('a', '13:00', { site }), home('b', '13:10', { site, status: 'Rejected' })];
    expect(round(...visits).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

test('moves by arrow keys along a lane, and to the nearest record of the next lane', () => {
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
