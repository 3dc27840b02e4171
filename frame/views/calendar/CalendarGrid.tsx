import '@event-calendar/core/index.css';
import './calendar.css';
import type { Calendar } from '@event-calendar/core';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type Board, createBoard } from './boardLayout.ts';
import type { Entry } from './calendarEntries.ts';
import type { TallLane } from './calendarOptions.ts';
import { ENTRY, type Grabbed } from './entryContent.ts';
import { type Flow, moveTo, type Place } from './entryPosition.ts';
import type { Spot } from './useMoveEntry.ts';

const idOf = (target: EventTarget) => (target as HTMLElement).closest(`[${ENTRY}]`)?.getAttribute(ENTRY);

interface GridProps {
  label: string;
  /** The library's own options: which view, which days, lanes and entries, and how they are drawn. */
  options: Calendar.Options;
  entries: readonly Entry[];
  places: readonly Place[];
  flow: Flow;
  /** Where there are lanes: only entries of those in sight are drawn. */
  lanes: readonly TallLane[] | undefined;
  onOpen: (entry: Entry) => void;
  /** What is done with an entry by a key of its own: the letter, and what it calls. */
  keys: Readonly<Record<string, (entry: Entry) => void>>;
  /** Where the entry that is dragged is kept. */
  grabbed: Grabbed;
  draggable: (entry: Entry) => boolean;
  /** Whether an entry may be dropped there; and that it was. */
  mayDrop: (entry: Entry, to: Spot) => boolean;
  onDrop: (entry: Entry, to: Spot) => void;
}

/**
 * The calendar library in React: made once, then updated. One entry is reached by Tab, the others from
 * there with the arrow keys.
 */
export function Grid(props: GridProps) {
  const { label, options, entries, places, flow, lanes, onOpen, keys } = props;
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board>(null);
  /** The entry that Tab reaches; the one that gets the focus once it is drawn; whether the focus is, or was, in here. */
  const stop = useRef<string>(undefined);
  const requested = useRef<string>(undefined);
  const held = useRef(false);
  if (!entries.some(({ id }) => id === stop.current)) stop.current = places[0]?.id;
  const now = useRef(props);
  now.current = props;

  const button = (id: string | undefined) =>
    id === undefined ? null : (host.current?.querySelector<HTMLElement>(`[${ENTRY}="${CSS.escape(id)}"]`) ?? null);
  const reach = (id: string) => {
    const last = button(stop.current);
    if (last) last.tabIndex = -1;
    const next = button(id);
    if (next) next.tabIndex = 0;
    stop.current = id;
  };
  const onDrawn = () => {
    const next = button(stop.current);
    if (!next) return;
    next.tabIndex = 0;
    const lost = held.current && document.activeElement === document.body;
    if (requested.current !== stop.current && !lost) return;
    next.focus();
    requested.current = undefined;
  };
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;

  useEffect(() => {
    if (!host.current) return undefined;
    board.current = createBoard(host.current, now.current.options, now.current.lanes, {
      kept: () => now.current.entries.find(({ id }) => id === stop.current)?.lane,
      grabbed: now.current.grabbed,
      draggable: (entry) => now.current.draggable(entry),
      mayDrop: (entry, to) => now.current.mayDrop(entry, to),
      onDrop: (entry, to) => now.current.onDrop(entry, to),
      onDrawn: () => drawn.current(),
    });
    return () => board.current?.destroy();
  }, []);
  useEffect(() => board.current?.update(options, lanes), [options, lanes]);

  const find = (target: EventTarget) => {
    const id = idOf(target);
    return id ? entries.find((one) => one.id === id) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = find(event.target);
    if (!entry || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = keys[event.key.toLowerCase()];
    if (own) return own(entry);
    const next = moveTo(places, entry.id, event.key, flow);
    if (next === undefined) return;
    event.preventDefault();
    reach(next);
    const there = button(next);
    if (there) return there.focus();
    requested.current = next;
    board.current?.look();
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
        if (entry) onOpen(entry);
      }}
      onFocus={({ target }) => {
        const id = idOf(target);
        held.current = true;
        if (id) reach(id);
      }}
      onBlur={({ relatedTarget }) => {
        // A dialog gives the focus back.
        held.current = relatedTarget === null || relatedTarget.closest('[role=dialog]') !== null;
      }}
    />
  );
}
