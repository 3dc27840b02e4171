import type { Calendar } from '@event-calendar/core';
import type { IntlShape } from 'portal-frame';
import { addDays } from 'portal-frame/wire';
import { addSeconds, type CalendarSpan, getSpan, getUtcOffset } from './calendarDays.ts';
import { type CalendarEntry, NO_LANE } from './calendarEntries.ts';
import type { EntryPosition, LineDirection } from './entryNavigation.ts';
import type { Lane } from './useLanes.ts';

/** The calendar opens at its first hour. Entries outside these hours widen it. */
const WORKING_HOURS = { slotMinTime: '07:00', slotMaxTime: '19:00', scrollTime: '00:00' };

/** An agenda on phones, lanes if there are any, else columns of days. */
export type CalendarLayout = 'list' | 'lanes' | 'times' | 'days';

const VIEWS: Record<CalendarLayout, Record<CalendarSpan, string>> = {
  list: { day: 'listDay', week: 'listWeek', month: 'listMonth' },
  lanes: { day: 'resourceTimelineDay', week: 'resourceTimelineWeek', month: 'resourceTimelineMonth' },
  times: { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' },
  days: { day: 'dayGridDay', week: 'dayGridWeek', month: 'dayGridMonth' },
};
export const FLOWS: Record<CalendarLayout, LineDirection> = {
  list: 'list',
  lanes: 'across',
  times: 'down',
  days: 'down',
};

/** Shows a lane's day as one cell with stacked entries, as in the library's month view. */
const getWholeDayView = (view: string): Calendar.ViewOptions => ({
  slotDuration: { days: 1 },
  theme: (theme) => ({ ...theme, view: `ec-resource ec-timeline ec-month-view ${view}` }),
});

/** Properties of a calendar: entries have a time, may last for days, and may be rescheduled. */
interface CalendarTraits {
  timed: boolean;
  lasting: boolean;
  movable: boolean;
}

const toLanguage = (locale: string) => (locale === 'en' ? 'en-US' : locale);

/** Counts the records of each shown day: 'YYYY-MM-DD 12', one per line. */
export const countByDay = (entries: readonly CalendarEntry[]): string =>
  [...Map.groupBy(entries, ({ start }) => start.slice(0, 10))]
    .map(([day, own]) => `${day} ${own.reduce((sum, { members }) => sum + (members.length || 1), 0)}`)
    .join('\n');

/** Returns the format of a day's head: 'Mon, Sep 8', with the count of its records if `counts` has one. */
export function createDayHead(counts: string, { locale }: Pick<IntlShape, 'locale'>): (date: Date) => string {
  const byDay = new Map(counts.split('\n').map((line) => line.split(' ') as [string, string]));
  const clock = new Intl.DateTimeFormat(toLanguage(locale), { weekday: 'short', month: 'short', day: 'numeric' });
  return (date) => {
    const count = byDay.get(date.toLocaleDateString('sv'));
    return count ? `${clock.format(date)} · ${count}` : clock.format(date);
  };
}

/** Returns the options that never change while the calendar is open. */
export function getFixedOptions(
  { timed, lasting, movable }: CalendarTraits,
  { locale, timeZone, t }: IntlShape,
): Calendar.Options {
  const language = toLanguage(locale);
  const format = (options: Intl.DateTimeFormatOptions) => {
    const clock = new Intl.DateTimeFormat(language, options);
    return (date: Date) => clock.format(date);
  };
  return {
    ...WORKING_HOURS,
    // Entries outside these hours extend the range, except those that last for days.
    flexibleSlotTimeLimits: { eventFilter: (event) => !getEntries(event)[0]?.allDay },
    headerToolbar: { start: '', center: '', end: '' },
    locale: language,
    firstDay: 1,
    timeZone: getUtcOffset(timeZone),
    nowIndicator: timed,
    allDaySlot: !timed || lasting,
    allDayContent: t('calendar.allDay'),
    slotEventOverlap: false,
    slotLabelFormat: format({ hour: 'numeric', hour12: true }),
    slotWidth: 74,
    slotHeight: 28,
    slotLabelInterval: '01:00',
    snapDuration: movable ? '00:15' : '24:00',
    eventStartEditable: false,
    eventDurationEditable: false,
    eventLongPressDelay: 300,
    eventClassNames: ({ event }) => (event.resourceIds[0] === NO_LANE ? 'calendar-free' : ''),
    listDayFormat: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    listDaySideFormat: () => '',
    resourceLabelContent: renderLaneHead,
    views: {
      resourceTimelineDay: timed ? {} : getWholeDayView('ec-day-view'),
      resourceTimelineMonth: { columnWidth: 'minmax(1.75rem, 1fr)', dayHeaderFormat: format({ day: 'numeric' }) },
      dayGridMonth: { dayHeaderFormat: format({ weekday: 'short' }) },
      resourceTimelineWeek: { columnWidth: 'minmax(7.25rem, 1fr)', ...getWholeDayView('ec-week-view') },
    },
  };
}

/** A lane with its height in px, and its conflicts as text. */
export interface SizedLane extends Lane {
  height: number;
  reasons?: string;
}

/** Renders a lane's name with the rest of the reference's text and the lane's conflicts below it. */
function renderLaneHead({ resource: { id, title, extendedProps } }: Calendar.ResourceLabelInfo): Calendar.Content {
  const head = document.createElement('span');
  head.className = 'calendar-head';
  head.classList.toggle('calendar-head-free', id === NO_LANE && extendedProps.isFilled === true);
  head.title = [title, extendedProps.subtitle, extendedProps.reasons].filter(Boolean).join(', ');
  head.style.minHeight = `${Number(extendedProps.height)}px`;
  for (const [className, text] of [
    ['calendar-head-name', title],
    ['calendar-head-under', extendedProps.subtitle],
    ['calendar-head-under calendar-head-against', extendedProps.reasons],
  ]) {
    if (!text) continue;
    const line = document.createElement('span');
    line.className = String(className);
    line.textContent = String(text);
    head.append(line);
  }
  return { domNodes: [head] };
}

interface CalendarContent {
  layout: CalendarLayout;
  timed: boolean;
  days: readonly string[];
  entries: readonly CalendarEntry[];
  lanes: readonly SizedLane[];
  draggable: (entry: CalendarEntry) => boolean;
}

/** Returns the entries of a library event: one record, or all of a lane's day. */
export const getEntries = ({ extendedProps }: Pick<Calendar.EventInput, 'extendedProps'>) =>
  (extendedProps as { entries: readonly CalendarEntry[] }).entries;

/** Returns one library event for the entries of a lane's day, which is much faster than one for each. */
const toCellEvents = (
  [first, ...rest]: readonly CalendarEntry[],
  draggable: (entry: CalendarEntry) => boolean,
): Calendar.EventInput[] =>
  first
    ? [
        {
          id: `${first.lane} ${first.start.slice(0, 10)}`,
          start: `${first.start.slice(0, 10)}T00:00:00`,
          end: `${first.start.slice(0, 10)}T23:59:59`,
          resourceId: first.lane,
          startEditable: draggable(first) || rest.some(draggable),
          extendedProps: { entries: [first, ...rest] },
        },
      ]
    : [];

/** Cuts an entry to the visible days. The agenda shows it once, other layouts for its whole time. */
function toShownTimes(
  { start, end }: CalendarEntry,
  layout: CalendarLayout,
  days: readonly string[],
  isWholeDays: boolean,
) {
  // The agenda of a month begins with its first day.
  const first = (layout === 'list' && days.find((day) => days.length > 7 && day.endsWith('-01'))) || (days[0] ?? '');
  const midnight = `${addDays(days.at(-1) ?? first, 1)}T00:00:00`;
  const from = start < first ? `${first}T00:00:00` : start;
  const until = end > midnight ? midnight : end;
  if (isWholeDays)
    return { start: `${from.slice(0, 10)}T00:00:00`, end: `${addSeconds(until, -1).slice(0, 10)}T23:59:59` };
  const nextDay = `${addDays(from.slice(0, 10), 1)}T00:00:00`;
  return { start: from, end: layout === 'list' && until > nextDay ? nextDay : until };
}

/** Returns the options that change: view, days, lanes and entries. */
export function getContentOptions({
  layout,
  timed,
  days,
  entries,
  lanes,
  draggable,
}: CalendarContent): Calendar.Options {
  const span = getSpan(days);
  const [first = ''] = days;
  const isWholeDays = layout === 'lanes' && span !== 'day';
  const isByCell = isWholeDays && !entries.some(({ period }) => period);
  const filled = new Set(entries.map(({ lane }) => lane));
  const groups = Map.groupBy(isByCell ? entries : [], ({ lane, start }) => `${lane} ${start.slice(0, 10)}`);
  return {
    view: VIEWS[layout][span],
    // A month begins within its first week.
    date: span === 'month' ? addDays(first, 7) : first,
    resources: lanes.map(({ id, name, title = name, subtitle, height, reasons }) => ({
      id,
      title,
      extendedProps: { subtitle, height, reasons, isFilled: filled.has(id) },
    })),
    events: isByCell
      ? [...groups.values()].flatMap((group) => toCellEvents(group, draggable))
      : entries.map((entry) => ({
          id: entry.id,
          ...toShownTimes(entry, layout, days, isWholeDays),
          allDay: entry.allDay && !(layout === 'lanes' && timed),
          resourceId: entry.lane,
          startEditable: draggable(entry),
          extendedProps: { entries: [entry] },
        })),
  };
}

/** Returns the positions of entries for arrow keys: in their lane by time, or on their day by time of day. */
export function getEntryPositions(
  layout: CalendarLayout,
  days: readonly string[],
  entries: readonly CalendarEntry[],
  lanes: readonly Lane[],
): EntryPosition[] {
  const lines = new Map(
    layout === 'lanes' ? lanes.map(({ id }, index) => [id, index]) : days.map((day, index) => [day, index]),
  );
  return entries.map(({ id, lane, start }) => ({
    id,
    line: layout === 'list' ? 0 : (lines.get(layout === 'lanes' ? lane : start.slice(0, 10)) ?? 0),
    at: layout === 'times' || layout === 'days' ? start.slice(11) : start,
  }));
}
