import { addSeconds, type CalendarSpan } from './calendarDays.ts';
import type { CalendarEntry } from './calendarEntries.ts';

/** Maximum entries per lane and day in a week. A count that links to the day replaces the rest. */
const MAX_ENTRIES_PER_CELL = 6;
/** Height of an entry with its gap in px: one line for the name in a week, two in a day, and one for the time. */
const ENTRY_HEIGHT = { week: 42, day: 59 } as const;
/** Height in px of a period of days, which shows its name only. */
const PERIOD_HEIGHT = 30;
const MIN_LANE_HEIGHT = 48;

/** Limits each lane's day to MAX_ENTRIES_PER_CELL and replaces two others or more by their count. */
export function limitEntriesPerCell(
  entries: readonly CalendarEntry[],
  moreText: (count: number) => string,
): CalendarEntry[] {
  const cells = Map.groupBy(entries, ({ lane, start }) => `${lane} ${start.slice(0, 10)}`);
  return [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    const hidden = cell.length - MAX_ENTRIES_PER_CELL;
    if (!first || hidden <= 1) return cell;
    const day = first.start.slice(0, 10);
    const rest: CalendarEntry = {
      ...first,
      id: `more ${first.lane} ${day}`,
      start: `${day}T23:59:59`,
      end: `${day}T23:59:59`,
      title: moreText(hidden),
      time: '',
      color: null,
      mark: null,
      warn: null,
      overlaps: cell.slice(MAX_ENTRIES_PER_CELL).some(({ overlaps }) => overlaps),
      reasons: [],
      hiddenCount: hidden,
    };
    return [...cell.slice(0, MAX_ENTRIES_PER_CELL), rest];
  });
}

const toWholeDays = ({ start, end }: CalendarEntry) => ({
  start: `${start.slice(0, 10)}T00:00:00`,
  end: `${addSeconds(end, -1).slice(0, 10)}T23:59:59`,
});

/** Counts stacked entries: all of a day in a week or month, simultaneous ones in a day. */
function countStackedEntries(entries: readonly CalendarEntry[], span: CalendarSpan): number {
  if (span !== 'day' && !entries.some(({ period }) => period)) {
    const days = Map.groupBy(entries, ({ start }) => start.slice(0, 10));
    return Math.max(...[...days.values()].map(({ length }) => length));
  }
  const lines: string[] = [];
  for (const { start, end } of span === 'day' ? entries : entries.map(toWholeDays)) {
    const free = lines.findIndex((until) => until <= start);
    lines[free < 0 ? lines.length : free] = end;
  }
  return lines.length;
}

/** Returns the height in px of each lane with entries. Lanes keep it while their entries are not drawn. */
export function getLaneHeights(entries: readonly CalendarEntry[], span: CalendarSpan): Map<string, number> {
  const byLane = Map.groupBy(entries, ({ lane }) => lane);
  return new Map(
    [...byLane].map(([lane, own]) => {
      const hasTimes = own.some(({ time, period }) => time || !period);
      const height = span === 'day' ? ENTRY_HEIGHT.day : hasTimes ? ENTRY_HEIGHT.week : PERIOD_HEIGHT;
      return [lane, Math.max(MIN_LANE_HEIGHT, countStackedEntries(own, span) * height + 8)];
    }),
  );
}

/** Returns the lanes within `margin` px of the visible area; before the first draw, counted from the top. */
export function findVisibleLanes(
  lanes: readonly { id: string; height: number }[],
  main: HTMLElement | null,
  margin: number,
): Set<string> {
  const heads = main?.querySelectorAll('.ec-row-head') ?? [];
  const drawn = main && heads.length === lanes.length;
  const area = drawn ? main.getBoundingClientRect() : { top: 0, height: globalThis.innerHeight };
  const seen = new Set<string>();
  let next = 0;
  for (const [index, { id, height }] of lanes.entries()) {
    const row = drawn ? heads[index]?.getBoundingClientRect() : undefined;
    const top = row ? row.top - area.top : next;
    next = row ? row.bottom - area.top : next + height;
    if (next > -margin && top < area.height + margin) seen.add(id);
  }
  return seen;
}
