import type { Calendar } from '@event-calendar/core';
import type { AnyResource } from '../../config/resource.ts';
import { dayAndTime } from '../../fields/date.ts';
import type { IntlShape } from '../../fields/kind.ts';
import { GLYPHS, statusTone } from '../../theme/tone.tsx';
import { localWall, wallText } from './calendarDays.ts';
import type { Entry } from './calendarEntries.ts';
import { entriesIn } from './calendarOptions.ts';

/** What the content of an entry is made of. */
export interface ContentContext {
  resource: AnyResource;
  intl: IntlShape;
  /** What a lane is called; empty where there are no lanes. */
  laneName: (id: string) => string;
  /** Why an entry stays where it is, where that is worth saying. */
  fixed: (entry: Entry) => string;
  /** The entry that is dragged. */
  grabbed: Grabbed;
}

/** Which entry is held, by its id: an event of the library may hold many. */
export interface Grabbed {
  id?: string | undefined;
}

/** All that is said of an entry, in one line: when, who, in what state, whose, and what it lies over. */
export function labelOf(entry: Entry, { resource, intl, laneName, fixed }: ContentContext): string {
  const { date = '' } = resource.list.calendar ?? {};
  const { day } =
    entry.allDay || entry.more ? { day: entry.start.slice(0, 10) } : dayAndTime(String(entry.record[date]), intl);
  const parts = [day, entry.time, entry.title, entry.color?.text, entry.mark?.text, laneName(entry.lane)];
  if (entry.warn) parts.push(entry.warn.text);
  if (entry.overlaps) parts.push(intl.t('calendar.overlaps'));
  parts.push(fixed(entry));
  return parts.filter(Boolean).join(', ');
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

function icon(outline: string, className: string): SVGElement {
  const drawn = document.createElementNS(SVG, 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.setAttribute('class', `icon ${className}`);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', outline);
  drawn.append(path);
  return drawn;
}

/** The icon of a status or a priority, as its chip has it elsewhere. */
function toneIcon(choice: Entry['mark'], className: string): SVGElement | null {
  if (!choice) return null;
  const { color, icon: glyph } = statusTone(choice.value, choice.look);
  return glyph ? icon(GLYPHS[glyph], `${className} ${className}-${color}`) : null;
}

/** True if a choice asks for no attention: it is read out, and not drawn. */
const isQuiet = (choice: Entry['warn']) => choice !== null && statusTone(choice.value, choice.look).color === 'default';

/** The attribute by which an entry's button is found: the record's id. */
export const ENTRY = 'data-entry';

/**
 * What stands in an entry: a button (out of the Tab order; the grid says which one is in it) with the label for screen
 * readers, and what is seen of it.
 */
function buttonOf(entry: Entry, context: ContentContext): HTMLElement {
  const label = labelOf(entry, context);
  const seen = part(entry.time ? 'calendar-seen' : 'calendar-seen calendar-untimed', '');
  seen.ariaHidden = 'true';
  seen.title = label;
  const nodes = [
    toneIcon(entry.color, 'calendar-status'),
    entry.time ? part('calendar-time', entry.time) : null,
    part('calendar-name', entry.title),
    part('calendar-lane', context.laneName(entry.lane)),
    toneIcon(entry.mark, 'calendar-mark'),
    isQuiet(entry.warn) ? null : toneIcon(entry.warn, 'calendar-gap'),
    entry.overlaps ? icon(GLYPHS.alert, 'calendar-warn') : null,
  ];
  seen.append(...nodes.filter((node) => node !== null));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `calendar-entry calendar-${entry.color ? statusTone(entry.color.value, entry.color.look).color : 'default'}`;
  button.classList.toggle('calendar-overlaps', entry.overlaps);
  button.classList.toggle('calendar-fixed', context.fixed(entry) !== '');
  button.tabIndex = -1;
  button.setAttribute(ENTRY, entry.id);
  button.append(part('sr-only', label), seen);
  return button;
}

/** For the library's eventContent: the entries' buttons, made once; what is dragged gets its own. */
export function entryContent(
  context: ContentContext,
): (info: Pick<Calendar.EventContentInfo, 'event'>) => Calendar.Content {
  const made = new WeakMap<Entry, HTMLElement>();
  const { grabbed, intl } = context;
  return ({ event }) => ({
    domNodes: entriesIn(event).flatMap((entry) => {
      const held = entry.id === grabbed.id;
      if (event.display === 'preview') {
        if (!held) return [];
        // An event of its own shows the time that it is dragged to; in a cell it keeps its time.
        const timed = event.id === entry.id && !entry.allDay;
        const time = timed ? wallText(localWall(event.start), intl.locale) : entry.time;
        return buttonOf({ ...entry, time }, context);
      }
      if (event.display !== 'auto') {
        const button = buttonOf(entry, context);
        button.classList.toggle('calendar-grabbed', held);
        return button;
      }
      const button = made.get(entry) ?? buttonOf(entry, context);
      made.set(entry, button);
      return button;
    }),
  });
}
