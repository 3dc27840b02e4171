import type { AnyRecord, AnyResource, IntlShape } from 'portal-frame';
import { isCalendarDay } from 'portal-frame';
import { formatDayAndTime } from 'portal-frame/browser';
import {
  type ChipStyle,
  createWallClock,
  getToneStyle,
  showField,
  toEntry,
  toReferenceKey,
} from 'portal-frame/browser/plugins';
import { addDays, isDay, type RecordConflicts } from 'portal-frame/wire';
import { getCalendarTimes } from '../calendarTimes.ts';
import { addMinutesWithinDay, addSeconds, formatPeriod } from './calendarDays.ts';

export const NO_LANE = '-';
/** The end of records without one. */
export const NO_END = '9999-12-31T00:00:00';

export interface CalendarEntry {
  id: string;
  record: AnyRecord;
  /** Wall time 'YYYY-MM-DDTHH:MM:SS'. All-day records start at midnight. */
  start: string;
  end: string;
  allDay: boolean;
  /** The id of the referenced record, or NO_LANE. */
  lane: string;
  title: string;
  /** '2:30 PM'; empty for all-day records. */
  time: string;
  /** 'May 4, 8:00 AM – May 9, 8:00 AM'; empty for records without an end. */
  period: string;
  /** Texts of further fields. */
  details: readonly string[];
  /** Values and texts of the choices that set colour and icons. */
  color: { value: string; text: string; look?: ChipStyle | undefined } | null;
  mark: CalendarEntry['color'];
  warn: CalendarEntry['color'];
  /** True if it overlaps another record of its lane, or if the host says what speaks against it. */
  overlaps: boolean;
  reasons: readonly string[];
  /** The entries that this entry stands for; empty for a record. */
  members: readonly CalendarEntry[];
}

/** Returns the id of a reference, which a record holds as id or as object. Null if empty. */
export function getReferenceId(value: unknown): string | null {
  const key = toReferenceKey(value);
  return key === null || key === '' ? null : String(key);
}

type EntryTimes = Pick<CalendarEntry, 'start' | 'end' | 'allDay' | 'time' | 'period'>;

/** Creates a function that reads the times of a record. It returns undefined without a readable start. */
function createTimeReader({ list, fields }: AnyResource, intl: IntlShape) {
  const { minutes = 60 } = list.calendar ?? {};
  const { start: startName = '', end: endName } = getCalendarTimes({ list });
  const isDays = isCalendarDay(fields[startName]);
  const clock = createWallClock(intl.timeZone);
  const toWall = (value: unknown, addedDays = 0): string | null => {
    const text = String(value ?? '');
    if (!isDays) return clock(text);
    return isDay(text.slice(0, 10)) ? `${addDays(text.slice(0, 10), addedDays)}T00:00:00` : null;
  };
  return (record: AnyRecord): EntryTimes | undefined => {
    const start = toWall(record[startName]);
    if (!start) return undefined;
    const { time } = isDays ? { time: '' } : formatDayAndTime(String(record[startName]), intl);
    if (!endName)
      return { start, end: addMinutesWithinDay(start, isDays ? 24 * 60 : minutes), allDay: isDays, time, period: '' };
    const until = (record[endName] ?? '') === '' ? NO_END : (toWall(record[endName], 1) ?? start);
    const end = until > start ? until : addMinutesWithinDay(start, isDays ? 24 * 60 : minutes);
    const allDay = isDays || end >= addSeconds(start, 24 * 3600);
    const period = formatPeriod(start, end === NO_END ? null : end, isDays, intl);
    return { start, end, allDay, time: allDay ? '' : time, period };
  };
}

/**
 * Converts records to calendar entries, sorted by time. Records without a readable date are left out. `details` are the
 * fields of `CalendarConfig.details` that the host offers.
 */
export function toCalendarEntries(
  resource: AnyResource,
  records: readonly AnyRecord[],
  intl: IntlShape,
  conflicts?: RecordConflicts['records'],
  details: readonly string[] = [],
): CalendarEntry[] {
  const { calendar, columns } = resource.list;
  if (!calendar) return [];
  const { lane, color, secondaryIcon: mark, warning: warn } = calendar;
  const title = calendar.title ?? toEntry<{ field: string }>(columns[0] ?? '').field;
  const readTimes = createTimeReader(resource, intl);
  const choiceOf = (record: AnyRecord, name: string | undefined) => {
    const shown = name === undefined ? null : showField(resource, name, record, intl);
    return shown && name ? { value: String(record[name]), text: shown.text, look: shown.look } : null;
  };
  const colorOf = (record: AnyRecord, hasLane: boolean): CalendarEntry['color'] => {
    const choice = choiceOf(record, color);
    // The initial state is neutral, unless the record still needs a lane.
    const isNormal = choice !== null && color && hasLane && record[color] === resource.fields[color]?.default;
    return isNormal
      ? { ...choice, look: { tone: 'default', icon: getToneStyle(choice.value, choice.look).icon } }
      : choice;
  };
  const entries = records.flatMap((record): CalendarEntry[] => {
    const times = readTimes(record);
    const laneKey = lane && getReferenceId(record[lane]);
    if (!times) return [];
    return [
      {
        ...{ id: record.id, record, ...times },
        lane: laneKey ?? NO_LANE,
        title: showField(resource, title, record, intl)?.text ?? '',
        details: details.flatMap((field) => showField(resource, field, record, intl)?.text || []),
        color: colorOf(record, !lane || laneKey !== null),
        mark: choiceOf(record, mark),
        warn: choiceOf(record, warn),
        reasons: conflicts?.[record.id]?.map(({ text, args }) => intl.t(text, args)) ?? [],
        overlaps: conflicts?.[record.id] !== undefined,
        members: [],
      },
    ];
  });
  entries.sort(compareStart);
  if (!conflicts) markOverlaps(resource, entries);
  return entries;
}

/** Replaces one entry by its pending version. */
export const applyPendingMove = (entries: CalendarEntry[], moved: CalendarEntry | null): CalendarEntry[] =>
  moved ? entries.map((entry) => (entry.id === moved.id ? moved : entry)).sort(compareStart) : entries;

const compareStart = (a: CalendarEntry, b: CalendarEntry) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0);

/**
 * Marks entries that overlap another of their lane. Compares moments, so the repeated hour of a clock change is no
 * overlap. Days without an end field never overlap. In a calendar with lanes, entries without one never overlap.
 */
function markOverlaps({ list, fields }: AnyResource, entries: readonly CalendarEntry[]): void {
  const { minutes = 60, lane, conflictValues } = list.calendar ?? {};
  const { start: startName = '', end: endName } = getCalendarTimes({ list });
  const isDays = isCalendarDay(fields[startName]);
  // Without lanes, periods share no person or thing.
  if (endName ? !lane : isDays) return;
  const toMoment = (wall: string, name: string, { record }: CalendarEntry) =>
    new Date(isDays || wall === NO_END ? `${wall}Z` : String(record[name])).getTime();
  const last = new Map<string, { entry: CalendarEntry; end: number }>();
  const timed = entries
    .filter(
      (entry) =>
        (!lane || entry.lane !== NO_LANE) && (!conflictValues || conflictValues.includes(entry.color?.value ?? '')),
    )
    .map((entry) => {
      const at = toMoment(entry.start, startName, entry);
      return { entry, at, end: endName ? toMoment(entry.end, endName, entry) : at + minutes * 60_000 };
    })
    .sort((a, b) => a.at - b.at);
  for (const one of timed) {
    const before = last.get(one.entry.lane);
    if (before && one.at < before.end) {
      before.entry.overlaps = true;
      one.entry.overlaps = true;
    }
    if (!before || one.end >= before.end) last.set(one.entry.lane, one);
  }
}
