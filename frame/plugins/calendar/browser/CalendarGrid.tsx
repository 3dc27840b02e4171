import '@event-calendar/core/index.css';
import './calendar.css';

import type { Calendar } from '@event-calendar/core';
import { Box } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
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

/** Keeps one entry in the Tab order, and the focus on it when the library replaces its elements. */
function useTabStop({ entries, positions }: CalendarGridProps) {
  const host = useRef<HTMLDivElement>(null);
  const tabStop = useRef<string>(undefined);
  /** The entry to focus once it is drawn. */
  const focusRequest = useRef<string>(undefined);
  /** True also after the library removed the focused element, and while a dialog has the focus. */
  const hasFocus = useRef(false);
  if (!entries.some(({ id }) => id === tabStop.current)) tabStop.current = positions[0]?.id;

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
  /** Focuses an entry, now or once it is drawn. Returns false if it is not drawn. */
  const focus = (id: string): boolean => {
    moveTabStop(id);
    const button = findButton(id);
    button?.focus();
    if (!button) focusRequest.current = id;
    return button !== null;
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
  return { host, tabStop, hasFocus, moveTabStop, focus, onDrawn };
}

/** Wraps the calendar library for React: created once, then updated. Tab reaches one entry, arrow keys the others. */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, options, entries, positions, flow, lanes, onOpen, keys } = props;
  const board = useRef<CalendarBoard>(null);
  const pressed = useRef<Element>(null);
  const { host, tabStop, hasFocus, moveTabStop, focus, onDrawn } = useTabStop(props);
  const latest = useRef({ props, onDrawn });
  latest.current = { props, onDrawn };

  useEffect(() => {
    if (!host.current) return undefined;
    const { options: first, lanes: firstLanes, drag } = latest.current.props;
    board.current = createCalendarBoard(host.current, first, firstLanes, {
      getFocusedLane: () => latest.current.props.entries.find(({ id }) => id === tabStop.current)?.lane,
      drag,
      draggable: (entry) => latest.current.props.draggable(entry),
      canDrop: (entry, to) => latest.current.props.canDrop(entry, to),
      onDrop: (entry, to) => latest.current.props.onDrop(entry, to),
      onDrawn: () => latest.current.onDrawn(),
    });
    return () => board.current?.destroy();
  }, [host, tabStop]);
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
    if (!focus(next)) board.current?.drawVisibleLanes();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const id = getEntryId(target);
    hasFocus.current = true;
    if (id) moveTabStop(id);
  };
  // Dialogs return the focus to the calendar.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    hasFocus.current = relatedTarget === null || relatedTarget.closest('[role=dialog]') !== null;
  };
  const onClick = ({ target }: MouseEvent) => {
    const entry = find(target);
    if (entry) onOpen(entry);
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    pressed.current = target as Element;
  };
  // The browser sends no click if live data redrew the entry since the press.
  const onPointerUp = ({ target }: PointerEvent) => {
    const from = pressed.current;
    if (!from || from.isConnected || host.current?.querySelector('.ec-dragging')) return;
    const entry = find(target);
    if (entry && entry.id === getEntryId(from)) onOpen(entry);
  };
  const pointer = { onClick, onPointerDown, onPointerUp };
  return (
    <Box
      ref={host}
      className="calendar"
      role="group"
      aria-label={label}
      {...{ onKeyDown, onFocus, onBlur, ...pointer }}
    />
  );
}
