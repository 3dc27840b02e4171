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
import type { Entry } from './entries.ts';
import { type Flow, moveTo, type Place } from './moves.ts';

type Options = Calendar.Options;
const PLUGINS = [DayGrid, TimeGrid, ResourceTimeline, List, Interaction];

/** The element of an entry carries its id. */
const ID = 'data-entry';
const entryOf = ({ extendedProps }: Calendar.Event) => extendedProps.entry as Entry;

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
 * there with the arrow keys; the library's table roles, which its own elements contradict, give way to a plain group.
 */
export function Grid({ label, options, entries, places, flow, onOpen, onAssign, onDrop }: GridProps) {
  const host = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(null);
  const told = useRef(options);
  const stop = useRef<string>(undefined);
  const handlers = useRef({ onOpen, onDrop });
  handlers.current = { onOpen, onDrop };
  if (!entries.some(({ id }) => id === stop.current)) stop.current = places[0]?.id;

  const element = (id: string | undefined) =>
    id === undefined ? null : (host.current?.querySelector<HTMLElement>(`[${ID}="${CSS.escape(id)}"]`) ?? null);

  useEffect(() => {
    const root = host.current;
    if (!root) return undefined;
    const plain = new MutationObserver(() => {
      for (const one of root.querySelectorAll('[role]:not(article)')) one.removeAttribute('role');
    });
    plain.observe(root, { childList: true, subtree: true });
    const made = createCalendar(root, PLUGINS, {
      ...told.current,
      eventClick: ({ event }) => handlers.current.onOpen(entryOf(event).record),
      eventDrop: async ({ event, newResource, revert }) => {
        const stays = newResource && (await handlers.current.onDrop(entryOf(event), newResource.id));
        if (!stays) revert();
      },
      eventDidMount: ({ el, event }) => {
        if (event.display !== 'auto') return;
        el.setAttribute(ID, String(event.id));
        el.tabIndex = String(event.id) === stop.current ? 0 : -1;
      },
    });
    calendar.current = made;
    return () => {
      plain.disconnect();
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

  const reach = (id: string | undefined) => {
    const next = element(id);
    if (!next || id === undefined) return;
    const last = element(stop.current);
    if (last) last.tabIndex = -1;
    next.tabIndex = 0;
    stop.current = id;
  };
  // After the library has drawn what it was told: the first entry takes Tab where the former is gone.
  useEffect(() => {
    const timer = setTimeout(() => reach(stop.current));
    return () => clearTimeout(timer);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).getAttribute(ID);
    const entry = entries.find((one) => one.id === id);
    if (!id || !entry || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === 'a') return onAssign(entry);
    const next = moveTo(places, id, event.key, flow);
    if (next === undefined) return;
    event.preventDefault();
    reach(next);
    element(next)?.focus();
  };

  return (
    <Box
      ref={host}
      className="calendar"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => reach(target.getAttribute(ID) ?? undefined)}
    />
  );
}
