import type { CalendarEntry } from './calendarEntries.ts';

/** Entries that a lane's day shows beneath each other in a week; the rest is shown as a number that leads to the day. */
const MAX_ENTRIES_PER_CELL = 6;
/** Pixels of an entry with the gap beneath it: a line for the name in a week, two in a day, and one for the time. */
const ENTRY_HEIGHT = { week: 42, day: 59 } as const;
const MIN_LANE_HEIGHT = 48;

/** A week's entries with at most MOST_IN_CELL of a lane on a day, and the number of the others in their place. */
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
      hiddenCount: hidden,
    };
    return [...cell.slice(0, MAX_ENTRIES_PER_CELL), rest];
  });
}

/** How many of these lie beneath each other: all of a day in a week, in a day those at the same time. */
function countStackedEntries(entries: readonly CalendarEntry[], span: 'day' | 'week'): number {
  if (span === 'week') {
    const days = Map.groupBy(entries, ({ start }) => start.slice(0, 10));
    return Math.max(...[...days.values()].map(({ length }) => length));
  }
  const lines: string[] = [];
  for (const { start, end } of entries) {
    const free = lines.findIndex((until) => until <= start);
    lines[free < 0 ? lines.length : free] = end;
  }
  return lines.length;
}

/** The height in px that each lane with entries needs, so that a lane keeps its place while its entries are not drawn. */
export function getLaneHeights(entries: readonly CalendarEntry[], span: 'day' | 'week'): Map<string, number> {
  const byLane = Map.groupBy(entries, ({ lane }) => lane);
  return new Map(
    [...byLane].map(([lane, own]) => [
      lane,
      Math.max(MIN_LANE_HEIGHT, countStackedEntries(own, span) * ENTRY_HEIGHT[span] + 8),
    ]),
  );
}

/** The lanes in sight in the calendar's element, or at most `margin` px from it; from the top where it is not drawn yet. */
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
