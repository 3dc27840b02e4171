import type { Calendar } from '@event-calendar/core';
import type { AnyResource, IntlShape } from 'portal-frame';
import { formatDayAndTime } from 'portal-frame/browser';
import { GLYPHS, getToneStyle } from 'portal-frame/browser/plugins';
import { getCalendarTimes } from '../calendarTimes.ts';
import { formatTimeOfDay, formatWallTime } from './calendarDays.ts';
import type { CalendarEntry } from './calendarEntries.ts';
import { getEntries } from './calendarOptions.ts';

export interface EntryContentOptions {
  resource: AnyResource;
  intl: IntlShape;
  /** Empty without lanes. */
  getLaneName: (id: string) => string;
  /** Empty if the entry can be moved. */
  getFixedReason: (entry: CalendarEntry) => string;
  drag: DragState;
}

/** The dragged entry. An event of the library may hold many entries. */
export interface DragState {
  entryId?: string | undefined;
}

/** Describes an entry in one line for screen readers and tooltip. */
export function describeEntry(
  entry: CalendarEntry,
  { resource, intl, getLaneName, getFixedReason }: EntryContentOptions,
): string {
  const { start = '' } = getCalendarTimes(resource);
  const { day } =
    entry.allDay || entry.members.length > 0
      ? { day: entry.start.slice(0, 10) }
      : formatDayAndTime(String(entry.record[start]), intl);
  const times = entry.period ? [entry.period] : [day, entry.time];
  const parts = [...times, entry.title, ...entry.details, entry.color?.text, entry.mark?.text, getLaneName(entry.lane)];
  if (entry.warn) parts.push(entry.warn.text);
  if (entry.reasons.length > 0) parts.push(...entry.reasons);
  else if (entry.overlaps) parts.push(intl.t('calendar.overlaps'));
  parts.push(getFixedReason(entry));
  return parts.filter(Boolean).join(', ');
}

function createSpan(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** The title, with the first detail, which only a day's lane shows here. */
function createName({ title, details: [detail] }: CalendarEntry): HTMLElement {
  const element = createSpan('calendar-name', '');
  element.append(createSpan('calendar-title', title));
  if (detail) element.append(createSpan('calendar-detail', ` ${detail}`));
  return element;
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

function createIcon(outline: string, className: string): SVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon ${className}`);
  const path = document.createElementNS(SVG_NAMESPACE, 'path');
  path.setAttribute('d', outline);
  svg.append(path);
  return svg;
}

function createToneIcon(choice: CalendarEntry['mark'], className: string): SVGElement | null {
  if (!choice) return null;
  const { color, icon: glyph } = getToneStyle(choice.value, choice.look);
  return glyph ? createIcon(GLYPHS[glyph], `${className} ${className}-${color}`) : null;
}

/** True if a choice needs no attention: it is read out but not drawn. */
const isQuiet = (choice: CalendarEntry['warn']) =>
  choice !== null && getToneStyle(choice.value, choice.look).color === 'default';

/** Holds the record's id. */
export const ENTRY_ATTRIBUTE = 'data-entry';

/** Creates an entry's button: a screen reader label and visible content. The grid decides the Tab order. */
function createEntryButton(entry: CalendarEntry, context: EntryContentOptions): HTMLElement {
  const label = describeEntry(entry, context);
  const visible = createSpan(entry.time ? 'calendar-seen' : 'calendar-seen calendar-untimed', '');
  visible.ariaHidden = 'true';
  visible.title = label;
  const nodes = [
    createToneIcon(entry.color, 'calendar-status'),
    entry.time ? createSpan('calendar-time', entry.time) : null,
    createName(entry),
    createSpan(
      'calendar-lane',
      [entry.allDay && entry.period, ...entry.details, context.getLaneName(entry.lane)].filter(Boolean).join(', '),
    ),
    createToneIcon(entry.mark, 'calendar-mark'),
    isQuiet(entry.warn) ? null : createToneIcon(entry.warn, 'calendar-gap'),
    entry.overlaps ? createIcon(GLYPHS.alert, 'calendar-warn') : null,
  ];
  visible.append(...nodes.filter((node) => node !== null));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `calendar-entry calendar-${entry.color ? getToneStyle(entry.color.value, entry.color.look).color : 'default'}`;
  button.classList.toggle('calendar-overlaps', entry.overlaps);
  button.classList.toggle('calendar-fixed', context.getFixedReason(entry) !== '');
  button.tabIndex = -1;
  button.setAttribute(ENTRY_ATTRIBUTE, entry.id);
  button.append(createSpan('sr-only', label), visible);
  return button;
}

/** Returns the library's `eventContent`. Buttons are cached; a dragged entry gets a separate one. */
export function createEntryContent(
  context: EntryContentOptions,
): (info: Pick<Calendar.EventContentInfo, 'event'>) => Calendar.Content {
  const buttons = new WeakMap<CalendarEntry, HTMLElement>();
  const { drag, intl } = context;
  return ({ event }) => ({
    domNodes: getEntries(event).flatMap((entry) => {
      const isDragged = entry.id === drag.entryId;
      if (event.display === 'preview') {
        if (!isDragged) return [];
        // A single event shows the time at the drag position; in a cell the entry keeps its time.
        const timed = event.id === entry.id && !entry.allDay;
        const time = timed ? formatTimeOfDay(formatWallTime(event.start), intl.locale) : entry.time;
        return createEntryButton({ ...entry, time }, context);
      }
      if (event.display !== 'auto') {
        const button = createEntryButton(entry, context);
        button.classList.toggle('calendar-grabbed', isDragged);
        return button;
      }
      // A period has a part in each week of a month.
      const button = (!entry.period && buttons.get(entry)) || createEntryButton(entry, context);
      buttons.set(entry, button);
      return button;
    }),
  });
}
