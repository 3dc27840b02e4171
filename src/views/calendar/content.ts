import type { AnyResource } from '../../config/resource.ts';
import { dayAndTime } from '../../fields/date.ts';
import type { Teller } from '../../fields/kind.ts';
import type { Entry } from './entries.ts';

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
  const { day } = entry.allDay ? { day: entry.start.slice(0, 10) } : dayAndTime(String(entry.record[date]), teller);
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

/** What stands in an entry: the label for screen readers, and what is seen of it. */
export function contentOf(entry: Entry, telling: Telling): { domNodes: Node[] } {
  const label = labelOf(entry, telling);
  const icons = telling.icons();
  const icon = (name: string | undefined) =>
    (name && icons?.querySelector(`[data-icon="${CSS.escape(name)}"] svg`)?.cloneNode(true)) || null;
  const seen = part('calendar-seen', '');
  seen.ariaHidden = 'true';
  seen.title = label;
  const nodes = [
    icon(entry.color?.value),
    entry.time ? part('calendar-time', entry.time) : null,
    part('calendar-name', entry.title),
    part('calendar-lane', telling.laneName(entry.lane)),
    icon(entry.mark?.value),
    icon(entry.overlaps ? OVERLAP : undefined),
  ];
  seen.append(...nodes.filter((node) => node !== null));
  return { domNodes: [part('sr-only', label), seen] };
}
