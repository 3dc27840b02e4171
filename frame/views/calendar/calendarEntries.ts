import { toEntry } from '../../config/app/entries.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { ChipStyle } from '../../fields/chips.ts';
import { formatDayAndTime } from '../../fields/date.ts';
import type { IntlShape } from '../../fields/kind.ts';
import { showField } from '../../parts/intl.ts';
import { getToneStyle } from '../../theme/tone.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { toReferenceKey } from '../shared/toReferenceKey.ts';
import { createWallClock } from '../shared/wallClock.ts';
import { addMinutesWithinDay } from './calendarDays.ts';

/** The lane of records without one. */
export const NO_LANE = '-';

/** A record in the calendar. */
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
  /** Values and texts of the choices that set colour and icons. */
  color: { value: string; text: string; look?: ChipStyle | undefined } | null;
  mark: CalendarEntry['color'];
  warn: CalendarEntry['color'];
  /** True if it overlaps another record of its lane. */
  overlaps: boolean;
  /** The number of entries that this entry stands for, 0 for a record. */
  hiddenCount: number;
}

/** Returns the id of a reference, which a record holds as id or as object. Null if empty. */
export function getReferenceId(value: unknown): string | null {
  const key = toReferenceKey(value);
  return key === null || key === '' ? null : String(key);
}

/** Converts records to calendar entries, sorted by time. Records without a readable date are left out. */
export function toCalendarEntries(
  resource: AnyResource,
  records: readonly AnyRecord[],
  intl: IntlShape,
): CalendarEntry[] {
  const { calendar, columns } = resource.list;
  if (!calendar) return [];
  const { date, minutes = 60, lane, color, secondaryIcon: mark, warning: warn, conflictValues } = calendar;
  const title = calendar.title ?? toEntry<{ field: string }>(columns[0] ?? '').field;
  const allDay = resource.fields[date]?.kind.name === 'date';
  const clock = createWallClock(intl.timeZone);
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
    const value = String(record[date] ?? '');
    const laneKey = lane && getReferenceId(record[lane]);
    const start = allDay ? `${value.slice(0, 10)}T00:00:00` : clock(value);
    if (!start || Number.isNaN(Date.parse(start))) return [];
    return [
      {
        id: record.id,
        record,
        start,
        end: addMinutesWithinDay(start, allDay ? 24 * 60 : minutes),
        allDay,
        lane: laneKey ?? NO_LANE,
        title: showField(resource, title, record, intl)?.text ?? '',
        time: allDay ? '' : formatDayAndTime(value, intl).time,
        color: colorOf(record, !lane || laneKey !== null),
        mark: choiceOf(record, mark),
        warn: choiceOf(record, warn),
        overlaps: false,
        hiddenCount: 0,
      },
    ];
  });
  entries.sort(compareStart);
  if (!allDay) markOverlaps(entries, { date, minutes, lane, conflictValues });
  return entries;
}

/** Replaces one entry by its pending version. */
export const applyPendingMove = (entries: CalendarEntry[], moved: CalendarEntry | null): CalendarEntry[] =>
  moved ? entries.map((entry) => (entry.id === moved.id ? moved : entry)).sort(compareStart) : entries;

const compareStart = (a: CalendarEntry, b: CalendarEntry) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0);

interface OverlapOptions {
  date: string;
  minutes: number;
  lane: string | undefined;
  conflictValues: readonly string[] | undefined;
}

/**
 * Marks entries that start less than `minutes` after another of their lane. Compares moments, so the repeated hour of a
 * clock change is no overlap. Entries without a lane never overlap.
 */
function markOverlaps(
  entries: readonly CalendarEntry[],
  { date, minutes, lane, conflictValues }: OverlapOptions,
): void {
  const last = new Map<string, { entry: CalendarEntry; at: number }>();
  const timed = entries
    .filter(
      (entry) =>
        (!lane || entry.lane !== NO_LANE) && (!conflictValues || conflictValues.includes(entry.color?.value ?? '')),
    )
    .map((entry) => ({ entry, at: new Date(String(entry.record[date])).getTime() }))
    .sort((a, b) => a.at - b.at);
  for (const one of timed) {
    const before = last.get(one.entry.lane);
    if (before && one.at - before.at < minutes * 60_000) {
      before.entry.overlaps = true;
      one.entry.overlaps = true;
    }
    last.set(one.entry.lane, one);
  }
}
