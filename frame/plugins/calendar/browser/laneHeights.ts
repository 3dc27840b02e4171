import type { IntlShape } from 'portal-frame';
import { addSeconds, type CalendarSpan, formatTimeOfDay } from './calendarDays.ts';
import { type CalendarEntry, NO_LANE } from './calendarEntries.ts';

/** Maximum entries per lane and day in a week. A count that links to the day replaces the rest. */
const MAX_ENTRIES_PER_CELL = 6;
/** Height of an entry with its gap in px: one line for the name in a week, two in a day, and one for the time. */
const ENTRY_HEIGHT = { week: 42, day: 59 } as const;
/** Height in px of a period of days, which shows its name only. */
const PERIOD_HEIGHT = 30;
const MIN_LANE_HEIGHT = 48;

/** A day with more unassigned entries shows them as groups. */
const MAX_FREE_ENTRIES = 12;
const GROUP_HOURS = 3;
/** Rows of groups at most, so that the lane can stay in sight. */
const MAX_GROUPS = 6;

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
    const rest = createGroup(cell.slice(MAX_ENTRIES_PER_CELL), {
      id: `more ${first.lane} ${day}`,
      ...{ start: `${day}T23:59:59`, end: `${day}T23:59:59`, title: moreText(hidden) },
    });
    return [...cell.slice(0, MAX_ENTRIES_PER_CELL), rest];
  });
}

type GroupText = Pick<CalendarEntry, 'id' | 'start' | 'end' | 'title'> &
  Partial<Pick<CalendarEntry, 'period' | 'time' | 'details'>>;

const createGroup = (members: readonly CalendarEntry[], group: GroupText): CalendarEntry => ({
  ...(members[0] as CalendarEntry),
  ...{
    allDay: false,
    time: '',
    period: '',
    details: [],
    color: null,
    mark: null,
    warn: null,
    reasons: [],
    members,
    ...group,
  },
  overlaps: members.some(({ overlaps }) => overlaps),
});

/** Replaces sorted entries of a lane and a color with the same value of a field, one after the other, by one entry. */
export function groupByField(
  entries: readonly CalendarEntry[],
  field: string,
  { t, locale }: IntlShape,
): CalendarEntry[] {
  const open = new Map<string, CalendarEntry[]>();
  const groups: CalendarEntry[][] = [];
  for (const entry of entries) {
    const value = String(entry.record[field] ?? '');
    const key = `${entry.lane} ${entry.color?.value} ${value}`;
    const group = open.get(key);
    if (value && group && entry.start <= (group.at(-1)?.end ?? '')) group.push(entry);
    else {
      open.set(key, [entry]);
      groups.push(open.get(key) as CalendarEntry[]);
    }
  }
  return groups.flatMap((members) => {
    const [first, last] = [members[0] as CalendarEntry, members.at(-1) as CalendarEntry];
    if (first === last) return first;
    const { start, time, details, record } = first;
    const title = t('calendar.together', { name: String(record[field]), count: members.length });
    const period = [start, last.end].map((wall) => formatTimeOfDay(wall, locale)).join(' – ');
    return createGroup(members, { id: `with ${first.id}`, start, end: last.end, time, details, title, period });
  });
}

/**
 * Replaces the unassigned entries of a crowded day by one entry per group and part of the day. The largest groups have
 * their own row, the others share one.
 */
export function groupFreeEntries(
  entries: readonly CalendarEntry[],
  groups: Readonly<Record<string, string>>,
  { t, locale }: IntlShape,
): CalendarEntry[] {
  const free = entries.filter(({ id, lane }) => lane === NO_LANE && groups[id] !== undefined);
  if (free.length <= MAX_FREE_ENTRIES) return [...entries];
  const bySize = [...Map.groupBy(free, ({ id }) => groups[id])].toSorted((a, b) => b[1].length - a[1].length);
  const own = new Set(bySize.slice(0, bySize.length > MAX_GROUPS ? MAX_GROUPS - 1 : MAX_GROUPS).map(([name]) => name));
  const nameOf = ({ id }: CalendarEntry) =>
    own.has(groups[id]) ? groups[id] || t('calendar.noGroup') : t('calendar.otherGroups');
  const hourOf = ({ start }: CalendarEntry) => Math.floor(Number(start.slice(11, 13)) / GROUP_HOURS) * GROUP_HOURS;
  const parts = Map.groupBy(free, (entry) => `${String(hourOf(entry)).padStart(2, '0')} ${nameOf(entry)}`);
  const grouped = [...parts].toSorted().map(([key, members]) => {
    const [first] = members as [CalendarEntry];
    const start = `${first.start.slice(0, 10)}T${key.slice(0, 2)}:00:00`;
    const end = addSeconds(start, GROUP_HOURS * 3600);
    const [from, to] = [formatTimeOfDay(start, locale), formatTimeOfDay(end, locale)];
    const title = t('calendar.group', { name: nameOf(first), count: members.length });
    return createGroup(members, { id: `group ${key}`, start, end, title, period: `${from} – ${to}` });
  });
  return [...grouped, ...entries.filter((entry) => !free.includes(entry))];
}

const toWholeDays = ({ start, end }: CalendarEntry) => ({
  start: `${start.slice(0, 10)}T00:00:00`,
  end: `${addSeconds(end, -1).slice(0, 10)}T23:59:59`,
});

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

const isGroups = (entries: readonly CalendarEntry[]) => entries.every(({ members }) => members.length > 0);

/** Returns the height in px of each lane with entries. Lanes keep it while their entries are not drawn. */
export function getLaneHeights(entries: readonly CalendarEntry[], span: CalendarSpan): Map<string, number> {
  const byLane = Map.groupBy(entries, ({ lane }) => lane);
  return new Map(
    [...byLane].map(([lane, own]) => {
      const hasTimes = own.some(({ time, period }) => time || !period);
      const timed = span === 'day' ? ENTRY_HEIGHT.day : ENTRY_HEIGHT.week;
      const height = hasTimes || (span === 'day' && !isGroups(own)) ? timed : PERIOD_HEIGHT;
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
