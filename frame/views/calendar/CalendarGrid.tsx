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
  const { label, options, entries, positions, flow, lanes, onOpen, keys } = props;
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<CalendarBoard>(null);
  /** The entry in the Tab order; the entry to focus once drawn; true while the calendar has or had focus. */
  const tabStop = useRef<string>(undefined);
  const focusRequest = useRef<string>(undefined);
  const hasFocus = useRef(false);
  if (!entries.some(({ id }) => id === tabStop.current)) tabStop.current = positions[0]?.id;
  const latestProps = useRef(props);
  latestProps.current = props;

  const findButton = (id: string | undefined) =>
    id === undefined
      ? null
      : (host.current?.querySelector<HTMLElement>(`[${ENTRY_ATTRIBUTE}="${CSS.escape(id)}"]`) ?? null);
  const moveTabStop = (id: string) => {
    const last = findButton(tabStop.current);
    if (last) last.tabIndex = -1;
    const next = findButton(id);
    if (next) next.tabIndex = 0;
    tabStop.current = id;
  };
  const onDrawn = () => {
    const next = findButton(tabStop.current);
    if (!next) return;
    next.tabIndex = 0;
    const lost = hasFocus.current && document.activeElement === document.body;
    if (focusRequest.current !== tabStop.current && !lost) return;
    next.focus();
    focusRequest.current = undefined;
  };
  const latestOnDrawn = useRef(onDrawn);
  latestOnDrawn.current = onDrawn;

  useEffect(() => {
    if (!host.current) return undefined;
    board.current = createCalendarBoard(host.current, latestProps.current.options, latestProps.current.lanes, {
      getFocusedLane: () => latestProps.current.entries.find(({ id }) => id === tabStop.current)?.lane,
      drag: latestProps.current.drag,
      draggable: (entry) => latestProps.current.draggable(entry),
      canDrop: (entry, to) => latestProps.current.canDrop(entry, to),
      onDrop: (entry, to) => latestProps.current.onDrop(entry, to),
      onDrawn: () => latestOnDrawn.current(),
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
    const shortcut = keys[event.key.toLowerCase()];
    if (shortcut) return shortcut(entry);
    const next = findNextEntry(positions, entry.id, event.key, flow);
    if (next === undefined) return;
    event.preventDefault();
    moveTabStop(next);
    const there = findButton(next);
    if (there) return there.focus();
    focusRequest.current = next;
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
        hasFocus.current = true;
        if (id) moveTabStop(id);
      }}
      onBlur={({ relatedTarget }) => {
        // Dialogs return the focus to the calendar.
        hasFocus.current = relatedTarget === null || relatedTarget.closest('[role=dialog]') !== null;
      }}
    />
  );
}
