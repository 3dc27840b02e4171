export interface EntryPosition {
  id: string;
  /** A lane, or a day without lanes. */
  line: number;
  /** Sort key within a line, comparable across lines. */
  at: string;
}

/** Lanes run across the screen and days down it; an agenda is one line. */
export type LineDirection = 'across' | 'down' | 'list';

type FocusStep = { along: 1 | -1 } | { aside: 1 | -1 } | { end: 'first' | 'last' };

const STEPS: Record<LineDirection, Record<string, FocusStep>> = {
  across: { ArrowRight: { along: 1 }, ArrowLeft: { along: -1 }, ArrowDown: { aside: 1 }, ArrowUp: { aside: -1 } },
  down: { ArrowDown: { along: 1 }, ArrowUp: { along: -1 }, ArrowRight: { aside: 1 }, ArrowLeft: { aside: -1 } },
  list: { ArrowDown: { along: 1 }, ArrowUp: { along: -1 } },
};

/** Returns the entry that a key moves the focus to: along a line, to the nearest of the next, or to an end. */
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

function groupByLine(places: readonly EntryPosition[]): EntryPosition[][] {
  const lines = new Map<number, EntryPosition[]>();
  for (const place of places) lines.set(place.line, [...(lines.get(place.line) ?? []), place]);
  return [...lines.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, line]) => line.toSorted((a, b) => a.at.localeCompare(b.at)));
}

/** Returns the last entry at or before `at`, else the first. */
const findNearest = (line: readonly EntryPosition[], at: string) => line.findLast((one) => one.at <= at) ?? line[0];
