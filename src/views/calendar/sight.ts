import type { Entry } from './entries.ts';

/** Entries that a lane's day shows beneath each other in a week; the rest is told as a number that leads to the day. */
const MOST_IN_CELL = 6;
/** Pixels of an entry with the gap beneath it: one line in a week, two in a day. */
const STEP = { week: 26, day: 42 } as const;
const LEAST_HEIGHT = 48;
/** Pixels above and below what is seen in which lanes are drawn already. */
const AHEAD = 250;

/** A week's entries with at most MOST_IN_CELL of a lane on a day, and the number of the others in their place. */
export function condense(entries: readonly Entry[], tellMore: (count: number) => string): Entry[] {
  const cells = Map.groupBy(entries, ({ lane, start }) => `${lane} ${start.slice(0, 10)}`);
  return [...cells.values()].flatMap((cell) => {
    const [first] = cell;
    const hidden = cell.length - MOST_IN_CELL;
    if (!first || hidden <= 1) return cell;
    const day = first.start.slice(0, 10);
    const rest: Entry = {
      ...first,
      id: `more ${first.lane} ${day}`,
      start: `${day}T23:59:59`,
      end: `${day}T23:59:59`,
      title: tellMore(hidden),
      time: '',
      color: null,
      mark: null,
      overlaps: cell.slice(MOST_IN_CELL).some(({ overlaps }) => overlaps),
      more: hidden,
    };
    return [...cell.slice(0, MOST_IN_CELL), rest];
  });
}

/** How many of these lie beneath each other: all of a day in a week, in a day those at the same time. */
function depth(entries: readonly Entry[], span: 'day' | 'week'): number {
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
export function laneHeights(entries: readonly Entry[], span: 'day' | 'week'): Map<string, number> {
  const byLane = Map.groupBy(entries, ({ lane }) => lane);
  return new Map([...byLane].map(([lane, own]) => [lane, Math.max(LEAST_HEIGHT, depth(own, span) * STEP[span] + 8)]));
}

/** Whether a stretch is in sight, or nearly. */
const near = (top: number, bottom: number, height: number) => bottom > -AHEAD && top < height + AHEAD;

/** The lanes to draw entries for: those in sight in the calendar's element, from the top where it is not drawn yet. */
export function lanesInSight(
  lanes: readonly { id: string; height: number }[],
  main: HTMLElement | null | undefined,
): Set<string> {
  const heads = main?.querySelectorAll('.ec-row-head') ?? [];
  if (main && heads.length === lanes.length) {
    const { top, height } = main.getBoundingClientRect();
    return new Set(
      lanes.flatMap(({ id }, index) => {
        const row = heads[index]?.getBoundingClientRect();
        return row && near(row.top - top, row.bottom - top, height) ? [id] : [];
      }),
    );
  }
  let top = 0;
  const seen = new Set<string>();
  for (const { id, height } of lanes) {
    if (near(top, top + height, globalThis.innerHeight)) seen.add(id);
    top += height;
  }
  return seen;
}
