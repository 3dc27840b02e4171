import '@event-calendar/core/index.css';
import './calendar.css';
import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  List,
  ResourceTimeline,
  TimeGrid,
} from '@event-calendar/core';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AnyRecord } from '../../wire/binding.ts';
import { ENTRY } from './content.ts';
import type { Entry } from './entries.ts';
import { type Flow, moveTo, type Place } from './moves.ts';

type Options = Calendar.Options;
/** Pixels between entries beneath each other. */
const GAP = 2;
const PLUGINS = [DayGrid, TimeGrid, ResourceTimeline, List, Interaction];

const entryOf = ({ extendedProps }: Calendar.Event) => extendedProps.entry as Entry;
const buttonOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>(`[${ENTRY}]`);

/** The library's table roles contradict what it puts into them: they give way to one plain group. */
function makePlain(root: HTMLElement): void {
  for (const one of root.querySelectorAll('[role]')) one.removeAttribute('role');
  for (const one of root.querySelectorAll('[aria-colindex]')) one.removeAttribute('aria-colindex');
}

interface GridProps {
  label: string;
  /** The library's own options: which view, which days, lanes and entries, and how they are told. */
  options: Options;
  entries: readonly Entry[];
  places: readonly Place[];
  flow: Flow;
  onOpen: (record: AnyRecord) => void;
  /** Key A on an entry. */
  onAssign: (entry: Entry) => void;
  /** An entry was dragged to another lane; gives whether it may stay there. */
  onDrop: (entry: Entry, lane: string) => Promise<boolean>;
}

/**
 * The calendar library in React: made once, told what has changed since. One entry is reached by Tab, the others from
 * there with the arrow keys.
 */
export function Grid({ label, options, entries, places, flow, onOpen, onAssign, onDrop }: GridProps) {
  const host = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(null);
  const told = useRef(options);
  const dropped = useRef(onDrop);
  dropped.current = onDrop;
  /** The entry that Tab reaches, and whether the focus is (or was, before the library drew it anew) on it. */
  const stop = useRef<string>(undefined);
  const held = useRef(false);
  if (!entries.some(({ id }) => id === stop.current)) stop.current = places[0]?.id;

  const button = (id: string | undefined) =>
    id === undefined ? null : (host.current?.querySelector<HTMLElement>(`[${ENTRY}="${CSS.escape(id)}"]`) ?? null);
  const reach = (next: HTMLElement | null) => {
    const id = next?.getAttribute(ENTRY);
    if (!next || !id) return;
    const last = button(stop.current);
    if (last) last.tabIndex = -1;
    next.tabIndex = 0;
    stop.current = id;
  };

  useEffect(() => {
    const root = host.current;
    if (!root) return undefined;
    const drawn = new MutationObserver(() => {
      makePlain(root);
      const next = root.querySelector<HTMLElement>(`[${ENTRY}="${CSS.escape(stop.current ?? '')}"]`);
      if (!next) return;
      next.tabIndex = 0;
      if (held.current && document.activeElement === document.body) next.focus();
    });
    drawn.observe(root, { childList: true, subtree: true });
    let gap = GAP;
    const made = createCalendar(root, PLUGINS, {
      ...told.current,
      eventGap: gap,
      // Stacked entries that have moved in its list are placed by the library only once it is told another gap.
      eventAllUpdated: () => {
        gap = gap === GAP ? GAP + 0.01 : GAP;
        calendar.current?.setOption('eventGap', gap);
      },
      eventDrop: async ({ event, newResource, revert }) => {
        const stays = newResource && (await dropped.current(entryOf(event), newResource.id));
        if (!stays) revert();
      },
    });
    calendar.current = made;
    return () => {
      drawn.disconnect();
      calendar.current = null;
      void destroyCalendar(made);
    };
  }, []);

  useEffect(() => {
    const made = calendar.current;
    for (const [name, value] of Object.entries(options) as [keyof Options, never][])
      if (made && told.current[name] !== value) made.setOption(name, value);
    told.current = options;
  }, [options]);

  const find = (target: EventTarget) => {
    const id = buttonOf(target)?.getAttribute(ENTRY);
    return entries.find((one) => one.id === id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = find(event.target);
    if (!entry || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === 'a') return onAssign(entry);
    const next = button(moveTo(places, entry.id, event.key, flow));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <Box
      ref={host}
      className="calendar"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const entry = find(target);
        if (entry) onOpen(entry.record);
      }}
      onFocus={({ target }) => {
        held.current = true;
        reach(buttonOf(target));
      }}
      onBlur={({ relatedTarget }) => {
        // A dialog gives the focus back.
        held.current = relatedTarget === null || relatedTarget.closest('[role=dialog]') !== null;
      }}
    />
  );
}
