import type { Calendar } from '@event-calendar/core';
import type { AnyResource } from '../../config/resource.ts';
import { dayAndTime } from '../../fields/date.ts';
import type { Teller } from '../../fields/kind.ts';
import { statusTone } from '../../theme/tone.tsx';
import type { Entry } from './entries.ts';
import { entriesIn } from './gridOptions.ts';

/** What the content of an entry needs to be told: the words, and the icons of statuses (a hidden element holds them). */
export interface Telling {
  resource: AnyResource;
  teller: Teller;
  /** What a lane is called; empty where there are no lanes. */
  laneName: (id: string) => string;
  icons: () => HTMLElement | null;
}

/** The mark of what overlaps, among the icons. */
export const OVERLAP = 'overlap';

/** All that is told of an entry, in one line: when, who, in what state, whose, and what it lies over. */
export function labelOf(entry: Entry, { resource, teller, laneName }: Omit<Telling, 'icons'>): string {
  const { date = '' } = resource.list.calendar ?? {};
  const { day } =
    entry.allDay || entry.more ? { day: entry.start.slice(0, 10) } : dayAndTime(String(entry.record[date]), teller);
  const parts = [day, entry.time, entry.title, entry.color?.text, entry.mark?.text, laneName(entry.lane)];
  if (entry.overlaps) parts.push(teller.t('calendar.overlaps'));
  return parts.filter(Boolean).join(', ');
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** The attribute by which an entry's button is found: the record's id. */
export const ENTRY = 'data-entry';

/**
 * What stands in an entry: a button (out of the Tab order; the grid says which one is in it) with the label for screen
 * readers, and what is seen of it.
 */
function buttonOf(entry: Entry, telling: Telling): HTMLElement {
  const label = labelOf(entry, telling);
  const icons = telling.icons();
  const icon = (name: string | undefined, className: string) => {
    const found = name && icons?.querySelector(`[data-icon="${CSS.escape(name)}"] svg`)?.cloneNode(true);
    if (!(found instanceof SVGElement)) return null;
    found.classList.add(className);
    return found;
  };
  const seen = part('calendar-seen', '');
  seen.ariaHidden = 'true';
  seen.title = label;
  const nodes = [
    icon(entry.color?.value, 'calendar-status'),
    entry.time ? part('calendar-time', entry.time) : null,
    part('calendar-name', entry.title),
    part('calendar-lane', telling.laneName(entry.lane)),
    icon(entry.mark?.value, 'calendar-mark'),
    icon(entry.overlaps ? OVERLAP : undefined, 'calendar-warn'),
  ];
  seen.append(...nodes.filter((node) => node !== null));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `calendar-entry calendar-${entry.color ? statusTone(entry.color.value).color : 'default'}`;
  button.classList.toggle('calendar-overlaps', entry.overlaps);
  button.tabIndex = -1;
  button.setAttribute(ENTRY, entry.id);
  button.append(part('sr-only', label), seen);
  return button;
}

/** For the library's eventContent: the entries' buttons, made once; what is dragged gets its own. */
export function tellEntries(telling: Telling): (info: Pick<Calendar.EventContentInfo, 'event'>) => Calendar.Content {
  const made = new WeakMap<Entry, HTMLElement>();
  return ({ event }) => ({
    domNodes: entriesIn(event).map((entry) => {
      if (event.display !== 'auto') return buttonOf(entry, telling);
      const button = made.get(entry) ?? buttonOf(entry, telling);
      made.set(entry, button);
      return button;
    }),
  });
}
