import '@event-calendar/core/index.css';
import './calendar.css';
import type { Calendar } from '@event-calendar/core';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type CalendarBoard, createCalendarBoard } from './calendarBoard.ts';
import type { CalendarEntry } from './calendarEntries.ts';
import type { SizedLane } from './calendarOptions.ts';
import { type DragState, ENTRY_ATTRIBUTE } from './entryContent.ts';
import { type EntryPosition, findNextEntry, type LineDirection } from './entryNavigation.ts';
import type { DropTarget } from './useMoveEntry.ts';

const getEntryId = (target: EventTarget) =>
  (target as HTMLElement).closest(`[${ENTRY_ATTRIBUTE}]`)?.getAttribute(ENTRY_ATTRIBUTE);

interface CalendarGridProps {
  label: string;
  /** Options of @event-calendar/core. */
  options: Calendar.Options;
  entries: readonly CalendarEntry[];
  positions: readonly EntryPosition[];
  flow: LineDirection;
  /** Only entries of visible lanes are drawn. Undefined without lanes. */
  lanes: readonly SizedLane[] | undefined;
  onOpen: (entry: CalendarEntry) => void;
  /** Shortcuts: what a letter does with the focused entry. */
  keys: Readonly<Record<string, (entry: CalendarEntry) => void>>;
  drag: DragState;
  draggable: (entry: CalendarEntry) => boolean;
  canDrop: (entry: CalendarEntry, to: DropTarget) => boolean;
  onDrop: (entry: CalendarEntry, to: DropTarget) => void;
}

/** Wraps the calendar library for React: created once, then updated. Tab reaches one entry, arrow keys the others. */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, options, entries, positions: places, flow, lanes, onOpen, keys } = props;
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<CalendarBoard>(null);
  /** The entry in the Tab order; the entry to focus once drawn; true while the calendar has or had focus. */
  const stop = useRef<string>(undefined);
  const requested = useRef<string>(undefined);
  const held = useRef(false);
  if (!entries.some(({ id }) => id === stop.current)) stop.current = places[0]?.id;
  const now = useRef(props);
  now.current = props;

  const button = (id: string | undefined) =>
    id === undefined
      ? null
      : (host.current?.querySelector<HTMLElement>(`[${ENTRY_ATTRIBUTE}="${CSS.escape(id)}"]`) ?? null);
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
    board.current = createCalendarBoard(host.current, now.current.options, now.current.lanes, {
      getFocusedLane: () => now.current.entries.find(({ id }) => id === stop.current)?.lane,
      drag: now.current.drag,
      draggable: (entry) => now.current.draggable(entry),
      canDrop: (entry, to) => now.current.canDrop(entry, to),
      onDrop: (entry, to) => now.current.onDrop(entry, to),
      onDrawn: () => drawn.current(),
    });
    return () => board.current?.destroy();
  }, []);
  useEffect(() => board.current?.update(options, lanes), [options, lanes]);

  const find = (target: EventTarget) => {
    const id = getEntryId(target);
    return id ? entries.find((one) => one.id === id) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = find(event.target);
    if (!entry || event.ctrlKey || event.metaKey || event.altKey) return;
    const own = keys[event.key.toLowerCase()];
    if (own) return own(entry);
    const next = findNextEntry(places, entry.id, event.key, flow);
    if (next === undefined) return;
    event.preventDefault();
    reach(next);
    const there = button(next);
    if (there) return there.focus();
    requested.current = next;
    board.current?.drawVisibleLanes();
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
        const id = getEntryId(target);
        held.current = true;
        if (id) reach(id);
      }}
      onBlur={({ relatedTarget }) => {
        // Dialogs return the focus to the calendar.
        held.current = relatedTarget === null || relatedTarget.closest('[role=dialog]') !== null;
      }}
    />
  );
}
