/** Where an entry stands: on which line of the calendar, and where on it. */
export interface EntryPosition {
  id: string;
  /** The line: a lane, or a day where there are no lanes. */
  line: number;
  /** What orders a line; the same words side by side mean the same height on every line. */
  at: string;
}

/** How lines lie: lanes run across the screen, days down it; an agenda is one line. */
export type LineDirection = 'across' | 'down' | 'list';

type FocusStep = { along: 1 | -1 } | { aside: 1 | -1 } | { end: 'first' | 'last' };

const STEPS: Record<LineDirection, Record<string, FocusStep>> = {
  across: { ArrowRight: { along: 1 }, ArrowLeft: { along: -1 }, ArrowDown: { aside: 1 }, ArrowUp: { aside: -1 } },
  down: { ArrowDown: { along: 1 }, ArrowUp: { along: -1 }, ArrowRight: { aside: 1 }, ArrowLeft: { aside: -1 } },
  list: { ArrowDown: { along: 1 }, ArrowUp: { along: -1 } },
};

/**
 * The entry that a key leads to: the next or former on the line, on beyond its end; the nearest on the next line that
 * holds one; with Home and End the line's first and last. Undefined where there is none, or the key means nothing.
 */
export function findNextEntry(
  places: readonly EntryPosition[],
  from: string,
  key: string,
  flow: LineDirection,
): string | undefined {
  const step: FocusStep | undefined =
    key === 'Home' ? { end: 'first' } : key === 'End' ? { end: 'last' } : STEPS[flow][key];
  const here = places.find(({ id }) => id === from);
  if (!step || !here) return undefined;
  const lines = groupByLine(places);
  const own = lines.find((line) => line[0]?.line === here.line) ?? [];
  if ('end' in step) return own.at(step.end === 'first' ? 0 : -1)?.id;
  if ('along' in step) {
    const all = lines.flat();
    return all[all.indexOf(here) + step.along]?.id;
  }
  return findNearest(lines[lines.indexOf(own) + step.aside] ?? [], here.at)?.id;
}

/** The lines that have entries, each in its order. */
function groupByLine(places: readonly EntryPosition[]): EntryPosition[][] {
  const lines = new Map<number, EntryPosition[]>();
  for (const place of places) lines.set(place.line, [...(lines.get(place.line) ?? []), place]);
  return [...lines.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line.toSorted((a, b) => a.at.localeCompare(b.at)));
}

/** The last that is not later, or the first of all. */
const findNearest = (line: readonly EntryPosition[], at: string) => line.findLast((one) => one.at <= at) ?? line[0];
