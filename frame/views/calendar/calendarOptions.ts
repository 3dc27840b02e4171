import type { Calendar } from '@event-calendar/core';
import type { IntlShape } from '../../fields/kind.ts';
import { addDays, type CalendarSpan, getUtcOffset } from './calendarDays.ts';
import { type CalendarEntry, NO_LANE } from './calendarEntries.ts';
import type { EntryPosition, LineDirection } from './entryNavigation.ts';
import type { Lane } from './useLanes.ts';

/** An agenda on phones, lanes if there are any, else columns of days. */
export type CalendarLayout = 'list' | 'lanes' | 'times' | 'days';

const VIEWS: Record<CalendarLayout, Record<CalendarSpan, string>> = {
  list: { day: 'listDay', week: 'listWeek' },
  lanes: { day: 'resourceTimelineDay', week: 'resourceTimelineWeek' },
  times: { day: 'timeGridDay', week: 'timeGridWeek' },
  days: { day: 'dayGridDay', week: 'dayGridWeek' },
};
export const FLOWS: Record<CalendarLayout, LineDirection> = {
  list: 'list',
  lanes: 'across',
  times: 'down',
  days: 'down',
};

/** Entries outside these hours extend the range. The calendar opens at its first hour. */
const WORKING_HOURS = { slotMinTime: '07:00', slotMaxTime: '19:00', flexibleSlotTimeLimits: true, scrollTime: '00:00' };

/** Shows a lane's day as one cell with stacked entries, as in the library's month view. */
const getWholeDayView = (view: string): Calendar.ViewOptions => ({
  slotDuration: { days: 1 },
  theme: (theme) => ({ ...theme, view: `ec-resource ec-timeline ec-month-view ${view}` }),
});

/**
 * Returns the options that never change while the calendar is open. `timed` is false for records without a time,
 * `movable` if no entry can be rescheduled.
 */
export function getFixedOptions(timed: boolean, movable: boolean, { locale, timeZone }: IntlShape): Calendar.Options {
  const language = locale === 'en' ? 'en-US' : locale;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const clock = new Intl.DateTimeFormat(language, options);
    return (date: Date) => clock.format(date);
  };
  return {
    ...WORKING_HOURS,
    headerToolbar: { start: '', center: '', end: '' },
    locale: language,
    firstDay: 1,
    timeZone: getUtcOffset(timeZone),
    nowIndicator: timed,
    allDaySlot: !timed,
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
    dayHeaderFormat: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    listDayFormat: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    listDaySideFormat: () => '',
    resourceLabelContent: renderLaneHead,
    views: {
      resourceTimelineDay: timed ? {} : getWholeDayView('ec-day-view'),
      resourceTimelineWeek: { columnWidth: 'minmax(7.25rem, 1fr)', ...getWholeDayView('ec-week-view') },
    },
  };
}

/** A lane with its height in px. */
export interface SizedLane extends Lane {
  height: number;
}

function renderLaneHead({ resource: { title, extendedProps } }: Calendar.ResourceLabelInfo): Calendar.Content {
  const head = document.createElement('span');
  head.className = 'calendar-head';
  head.classList.toggle('calendar-head-filled', extendedProps.isFilled === true);
  head.title = [title, extendedProps.subtitle].filter(Boolean).join(', ');
  head.style.minHeight = `${Number(extendedProps.height)}px`;
  for (const [className, text] of [
    ['calendar-head-name', title],
    ['calendar-head-under', extendedProps.subtitle],
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
  span: CalendarSpan;
  /** The first visible day. */
  first: string;
  entries: readonly CalendarEntry[];
  lanes: readonly SizedLane[];
  draggable: (entry: CalendarEntry) => boolean;
}

/** Returns the entries of a library event: one record, or all of a lane's day. */
export const getEntries = ({ extendedProps }: Pick<Calendar.EventInput, 'extendedProps'>) =>
  (extendedProps as { entries: readonly CalendarEntry[] }).entries;

/** One library event per lane and day is much faster than one per entry. */
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

/** Returns the options that change: view, days, lanes and entries. */
export function getContentOptions({
  layout,
  span,
  first,
  entries,
  lanes,
  draggable,
}: CalendarContent): Calendar.Options {
  const isByCell = layout === 'lanes' && span === 'week';
  const filled = new Set(entries.map(({ lane }) => lane));
  const groups = Map.groupBy(isByCell ? entries : [], ({ lane, start }) => `${lane} ${start.slice(0, 10)}`);
  return {
    view: VIEWS[layout][span],
    date: first,
    resources: lanes.map(({ id, name, title = name, subtitle, height }) => ({
      id,
      title,
      extendedProps: { subtitle, height, isFilled: filled.has(id) },
    })),
    events: isByCell
      ? [...groups.values()].flatMap((group) => toCellEvents(group, draggable))
      : entries.map((entry) => ({
          id: entry.id,
          start: entry.start,
          end: entry.end,
          allDay: entry.allDay,
          resourceId: entry.lane,
          startEditable: draggable(entry),
          extendedProps: { entries: [entry] },
        })),
  };
}

/** Returns the positions of entries for arrow keys: in their lane by time, or on their day by time of day. */
export function getEntryPositions(
  layout: CalendarLayout,
  first: string,
  entries: readonly CalendarEntry[],
  lanes: readonly Lane[],
): EntryPosition[] {
  const lines = new Map(
    layout === 'lanes'
      ? lanes.map(({ id }, index) => [id, index])
      : Array.from({ length: 7 }, (_, index) => [addDays(first, index), index]),
  );
  return entries.map(({ id, lane, start }) => ({
    id,
    line: layout === 'list' ? 0 : (lines.get(layout === 'lanes' ? lane : start.slice(0, 10)) ?? 0),
    at: layout === 'times' || layout === 'days' ? start.slice(11) : start,
  }));
}
