import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  getDayRange,
  getLastWeeks,
  getMonthRange,
  getToday,
  parseLocalTime,
  toIsoString,
} from '../../server/base/time.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);
const hours = ({ from, to }: { from: number; to: number }) => (to - from) / HOUR;

afterEach(() => vi.useRealTimers());

describe('calendar day', () => {
  it('runs from midnight to midnight in the business time zone', () => {
    expect(getDayRange('2026-01-15', NEW_YORK)).toEqual({
      from: at('2026-01-15T05:00:00Z'),
      to: at('2026-01-16T05:00:00Z'),
    });
  });

  it.each([
    [NEW_YORK, '2026-03-08', 23],
    [NEW_YORK, '2026-11-01', 25],
    [BERLIN, '2026-03-29', 23],
    [BERLIN, '2026-10-25', 25],
    ['America/Phoenix', '2026-03-08', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kolkata', '2026-03-08', 24],
  ])('%s %s has %d hours', (zone, day, length) => {
    expect(hours(getDayRange(day, zone))).toBe(length);
  });

  it('begins at 1:00 if daylight saving skips midnight, and at the first of two midnights', () => {
    expect(getDayRange('2024-04-26', 'Africa/Cairo')).toEqual({
      from: at('2024-04-25T22:00:00Z'),
      to: at('2024-04-26T21:00:00Z'),
    });
    expect(getDayRange('2026-11-01', 'America/Havana')).toEqual({
      from: at('2026-11-01T04:00:00Z'),
      to: at('2026-11-02T05:00:00Z'),
    });
    expect(getDayRange('2026-10-31', 'America/Havana').to).toBe(at('2026-11-01T04:00:00Z'));
  });

  it('refuses an invalid day', () => {
    expect(() => getDayRange('2026-02-30', NEW_YORK)).toThrow(RangeError);
    expect(() => getDayRange('tomorrow', NEW_YORK)).toThrow(RangeError);
  });
});

describe('today', () => {
  it('is the local day, not the day in UTC', () => {
    const now = at('2026-03-01T03:30:00Z');
    expect(getToday(NEW_YORK, now)).toBe('2026-02-28');
    expect(getToday('Asia/Kolkata', now)).toBe('2026-03-01');
    expect(getToday('Pacific/Kiritimati', at('2026-12-31T10:30:00Z'))).toBe('2027-01-01');
  });
});

describe('local date and time', () => {
  it('is local time in the zone, or keeps its own offset', () => {
    expect(parseLocalTime('2026-07-04T09:15', NEW_YORK)).toBe(at('2026-07-04T13:15:00Z'));
    expect(parseLocalTime('2026-07-04T09:15:30', 'Asia/Kolkata')).toBe(at('2026-07-04T03:45:30Z'));
    expect(parseLocalTime('2026-07-04T09:15:00Z', NEW_YORK)).toBe(at('2026-07-04T09:15:00Z'));
    expect(parseLocalTime('2026-11-01T01:30:00-05:00', NEW_YORK)).toBe(at('2026-11-01T06:30:00Z'));
  });

  it('moves forward if daylight saving skips it', () => {
    expect(parseLocalTime('2026-03-08T02:30', NEW_YORK)).toBe(at('2026-03-08T07:30:00Z'));
    expect(parseLocalTime('2026-03-29T02:15', BERLIN)).toBe(at('2026-03-29T01:15:00Z'));
  });

  it.each(['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'])(
    'is the first of two ambiguous moments, whatever the current time (%s)',
    (now) => {
      vi.useFakeTimers({ now: at(now) });
      expect(parseLocalTime('2026-11-01T01:30', NEW_YORK)).toBe(at('2026-11-01T05:30:00Z'));
      expect(parseLocalTime('2026-10-25T02:30', BERLIN)).toBe(at('2026-10-25T00:30:00Z'));
    },
  );

  it('refuses an invalid date and time', () => {
    expect(() => parseLocalTime('2026-13-01T09:00', NEW_YORK)).toThrow(RangeError);
    expect(() => parseLocalTime('soon', NEW_YORK)).toThrow(RangeError);
    expect(() => parseLocalTime('2026-02-30T09:00Z', NEW_YORK)).toThrow(RangeError);
  });
});

describe('this month', () => {
  it('is the local month at its last and first minute', () => {
    const march = { from: at('2026-03-01T05:00:00Z'), to: at('2026-04-01T04:00:00Z') };
    expect(getMonthRange(NEW_YORK, march.from)).toEqual(march);
    expect(getMonthRange(NEW_YORK, march.to - 1)).toEqual(march);
    expect(getMonthRange(NEW_YORK, march.from - 1).to).toBe(march.from);
    expect(getMonthRange(NEW_YORK, march.to).from).toBe(march.to);
  });

  it('ends with the year and knows leap years', () => {
    expect(getMonthRange(BERLIN, at('2026-12-31T22:30:00Z'))).toEqual({
      from: at('2026-11-30T23:00:00Z'),
      to: at('2026-12-31T23:00:00Z'),
    });
    expect(hours(getMonthRange('Asia/Kolkata', at('2028-02-10T00:00:00Z'))) / 24).toBe(29);
  });
});

describe('the last weeks', () => {
  it('run from Monday to Sunday, oldest first, the current one last (spec 9.11)', () => {
    const weeks = getLastWeeks(NEW_YORK, 5, at('2026-03-12T15:00:00Z'));
    expect(weeks.map((week) => week.label)).toEqual([
      'Feb 9 - Feb 15',
      'Feb 16 - Feb 22',
      'Feb 23 - Mar 1',
      'Mar 2 - Mar 8',
      'Mar 9 - Mar 15',
    ]);
    expect(weeks.map(hours)).toEqual([168, 168, 168, 167, 168]);
    for (const [index, week] of weeks.entries()) if (index > 0) expect(week.from).toBe(weeks[index - 1]?.to);
  });

  it('begin on Monday at midnight in zones ahead of UTC and behind it', () => {
    const now = at('2026-11-02T04:30:00Z');
    expect(getLastWeeks(NEW_YORK, 1, now)[0]).toEqual({
      label: 'Oct 26 - Nov 1',
      from: at('2026-10-26T04:00:00Z'),
      to: at('2026-11-02T05:00:00Z'),
    });
    expect(getLastWeeks(BERLIN, 1, now)[0]?.label).toBe('Nov 2 - Nov 8');
  });
});

it('formats every moment as JavaScript does', () => {
  const moments = [0, -1, 1, 8.64e15, -8.64e15, at('2024-02-29T23:59:59.999Z'), at('1969-12-31T23:59:59.005Z')];
  const others = Array.from({ length: 2000 }, (_, number) => Math.round((number - 1000) * 7_654_321_987.3));
  for (const moment of [...moments, ...others]) expect(toIsoString(moment)).toBe(new Date(moment).toISOString());
  expect(() => toIsoString(Number.NaN)).toThrow(RangeError);
});

describe('conversion of many local times', () => {
  it('asks Intl once per quarter of an hour', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const times = Array.from({ length: 100 }, (_, minute) => `2031-05-05T09:${String(minute % 15).padStart(2, '0')}`);
    expect(
      times
        .map((text) => parseLocalTime(text, BERLIN))
        .toSorted()
        .at(-1),
    ).toBe(at('2031-05-05T07:14:00Z'));
    expect(asked.mock.calls.length).toBeLessThan(20);
    asked.mockRestore();
  });

  it('is correct on both sides of a transition within the hour', () => {
    const [before, after] = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'];
    expect(parseLocalTime('2026-03-29T01:59:59', BERLIN)).toBe(at(before));
    expect(parseLocalTime('2026-03-29T03:00:00', BERLIN)).toBe(at(after));
    expect(getToday('Australia/Lord_Howe', at('2026-04-04T12:59:59Z'))).toBe('2026-04-04');
    expect(getToday('Australia/Lord_Howe', at('2026-04-04T13:00:00Z'))).toBe('2026-04-05');
  });
});
