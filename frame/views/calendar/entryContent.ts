import type { Calendar } from '@event-calendar/core';
import type { AnyResource } from '../../config/resource.ts';
import { formatDayAndTime } from '../../fields/date.ts';
import type { IntlShape } from '../../fields/kind.ts';
import { GLYPHS, getToneStyle } from '../../theme/tone.tsx';
import { formatTimeOfDay, toWallTime } from './calendarDays.ts';
import type { CalendarEntry } from './calendarEntries.ts';
import { getEntries } from './calendarOptions.ts';

/** What the content of an entry is made of. */
export interface EntryContentOptions {
  resource: AnyResource;
  intl: IntlShape;
  /** What a lane is called; empty where there are no lanes. */
  getLaneName: (id: string) => string;
  /** Why an entry stays where it is, where that is worth saying. */
  getFixedReason: (entry: CalendarEntry) => string;
  /** The entry that is dragged. */
  drag: DragState;
}

/** Which entry is held, by its id: an event of the library may hold many. */
export interface DragState {
  entryId?: string | undefined;
}

/** All that is said of an entry, in one line: when, who, in what state, whose, and what it lies over. */
export function describeEntry(
  entry: CalendarEntry,
  { resource, intl, getLaneName: laneName, getFixedReason: fixed }: EntryContentOptions,
): string {
  const { date = '' } = resource.list.calendar ?? {};
  const { day } =
    entry.allDay || entry.hiddenCount
      ? { day: entry.start.slice(0, 10) }
      : formatDayAndTime(String(entry.record[date]), intl);
  const parts = [day, entry.time, entry.title, entry.color?.text, entry.mark?.text, laneName(entry.lane)];
  if (entry.warn) parts.push(entry.warn.text);
  if (entry.overlaps) parts.push(intl.t('calendar.overlaps'));
  parts.push(fixed(entry));
  return parts.filter(Boolean).join(', ');
}

function createSpan(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

function createIcon(outline: string, className: string): SVGElement {
  const drawn = document.createElementNS(SVG_NAMESPACE, 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.setAttribute('class', `icon ${className}`);
  const path = document.createElementNS(SVG_NAMESPACE, 'path');
  path.setAttribute('d', outline);
  drawn.append(path);
  return drawn;
}

/** The icon of a status or a priority, as its chip has it elsewhere. */
function createToneIcon(choice: CalendarEntry['mark'], className: string): SVGElement | null {
  if (!choice) return null;
  const { color, icon: glyph } = getToneStyle(choice.value, choice.look);
  return glyph ? createIcon(GLYPHS[glyph], `${className} ${className}-${color}`) : null;
}

/** True if a choice asks for no attention: it is read out, and not drawn. */
const isQuiet = (choice: CalendarEntry['warn']) =>
  choice !== null && getToneStyle(choice.value, choice.look).color === 'default';

/** The attribute by which an entry's button is found: the record's id. */
export const ENTRY_ATTRIBUTE = 'data-entry';

/**
 * What stands in an entry: a button (out of the Tab order; the grid says which one is in it) with the label for screen
 * readers, and what is seen of it.
 */
function createEntryButton(entry: CalendarEntry, context: EntryContentOptions): HTMLElement {
  const label = describeEntry(entry, context);
  const seen = createSpan(entry.time ? 'calendar-seen' : 'calendar-seen calendar-untimed', '');
  seen.ariaHidden = 'true';
  seen.title = label;
  const nodes = [
    createToneIcon(entry.color, 'calendar-status'),
    entry.time ? createSpan('calendar-time', entry.time) : null,
    createSpan('calendar-name', entry.title),
    createSpan('calendar-lane', context.getLaneName(entry.lane)),
    createToneIcon(entry.mark, 'calendar-mark'),
    isQuiet(entry.warn) ? null : createToneIcon(entry.warn, 'calendar-gap'),
    entry.overlaps ? createIcon(GLYPHS.alert, 'calendar-warn') : null,
  ];
  seen.append(...nodes.filter((node) => node !== null));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `calendar-entry calendar-${entry.color ? getToneStyle(entry.color.value, entry.color.look).color : 'default'}`;
  button.classList.toggle('calendar-overlaps', entry.overlaps);
  button.classList.toggle('calendar-fixed', context.getFixedReason(entry) !== '');
  button.tabIndex = -1;
  button.setAttribute(ENTRY_ATTRIBUTE, entry.id);
  button.append(createSpan('sr-only', label), seen);
  return button;
}

/** For the library's eventContent: the entries' buttons, made once; what is dragged gets its own. */
export function createEntryContent(
  context: EntryContentOptions,
): (info: Pick<Calendar.EventContentInfo, 'event'>) => Calendar.Content {
  const made = new WeakMap<CalendarEntry, HTMLElement>();
  const { drag: grabbed, intl } = context;
  return ({ event }) => ({
    domNodes: getEntries(event).flatMap((entry) => {
      const held = entry.id === grabbed.entryId;
      if (event.display === 'preview') {
        if (!held) return [];
        // An event of its own shows the time that it is dragged to; in a cell it keeps its time.
        const timed = event.id === entry.id && !entry.allDay;
        const time = timed ? formatTimeOfDay(toWallTime(event.start), intl.locale) : entry.time;
        return createEntryButton({ ...entry, time }, context);
      }
      if (event.display !== 'auto') {
        const button = createEntryButton(entry, context);
        button.classList.toggle('calendar-grabbed', held);
        return button;
      }
      const button = made.get(entry) ?? createEntryButton(entry, context);
      made.set(entry, button);
      return button;
    }),
  });
}
