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
import { addSeconds } from './calendarDays.ts';
import type { CalendarEntry } from './calendarEntries.ts';
import { getEntries, type SizedLane } from './calendarOptions.ts';
import { type DragState, ENTRY_ATTRIBUTE } from './entryContent.ts';
import { findVisibleLanes } from './laneHeights.ts';
import type { DropTarget } from './useMoveEntry.ts';

/** The first lane sticks only if it takes at most this share of the height. */
const MAX_STICKY_SHARE = 0.5;
/** The library's layers with parts of the first lane. */
const LANE_LAYERS = '.ec-timeline .ec-body > :is(.ec-sidebar, .ec-grid, .ec-events)';

/** Keeps the lane of unassigned entries visible by translating it, since grid rows cannot be sticky (calendar.css). */
function stickFirstLane(root: HTMLElement): void {
  const main = root.querySelector<HTMLElement>('.ec-main');
  const head = main?.querySelector<HTMLElement>('.ec-row-head');
  if (!main || !head) return;
  const isFree = head.querySelector('.calendar-head-free') !== null;
  const fits = isFree && head.offsetHeight <= main.clientHeight * MAX_STICKY_SHARE;
  main.toggleAttribute('data-held', fits && main.scrollTop > 0);
  // Keeps focused entries clear of the sticky lane.
  const covered = fits
    ? `${head.offsetHeight + (main.querySelector<HTMLElement>('.ec-header')?.offsetHeight ?? 0) + 8}px`
    : '';
  if (main.style.scrollPaddingTop !== covered) main.style.scrollPaddingTop = covered;
  const by = `${fits ? main.scrollTop : 0}px`;
  for (const layer of main.querySelectorAll<HTMLElement>(LANE_LAYERS))
    if (layer.style.getPropertyValue('--calendar-held') !== by) layer.style.setProperty('--calendar-held', by);
}

type Options = Calendar.Options;
type BoardLanes = readonly SizedLane[] | undefined;
const PLUGINS = [DayGrid, TimeGrid, ResourceTimeline, List, Interaction];
const ENTRY_GAP = 2;

/** In px around the visible area. Lanes within PRELOAD_MARGIN are drawn once one within LOAD_MARGIN is missing. */
const PRELOAD_MARGIN = 400;
const LOAD_MARGIN = 60;
/** Milliseconds between two checks while scrolling. */
const SCROLL_DELAY = 100;

const getLaneId = (event: Calendar.EventInput) => getEntries(event)[0]?.lane ?? '';

interface BoardCallbacks {
  /** The lane of the entry in the Tab order, which is always drawn. */
  getFocusedLane: () => string | undefined;
  drag: DragState;
  draggable: (entry: CalendarEntry) => boolean;
  canDrop: (entry: CalendarEntry, to: DropTarget) => boolean;
  onDrop: (entry: CalendarEntry, to: DropTarget) => void;
  /** Called after the library changed its elements. */
  onDrawn: () => void;
}

/** The calendar library on an element, without React. */
export interface CalendarBoard {
  update: (options: Options, lanes: BoardLanes) => void;
  /** Draws entries of lanes that scrolled into view and removes those of lanes that left it. */
  drawVisibleLanes: () => void;
  destroy: () => void;
}

/** Removes the library's table roles, which contradict its content. The group around the calendar replaces them. */
function removeTableRoles(root: HTMLElement): void {
  for (const one of root.querySelectorAll('[role]')) one.removeAttribute('role');
  for (const one of root.querySelectorAll('[aria-colindex]')) one.removeAttribute('aria-colindex');
  // The agenda's days follow the screen's h2.
  for (const one of root.querySelectorAll('h4:not([aria-level])')) one.setAttribute('aria-level', '3');
}

/** Returns the library's options for dragging. A library event may hold several entries. */
function createDropOptions({ drag, canDrop, onDrop }: BoardCallbacks): Options {
  const entryOf = (event: Pick<Calendar.EventInput, 'extendedProps'>) =>
    getEntries(event).find(({ id }) => id === drag.entryId);
  /** Adds the drag distance to the entry's own start. */
  const targetOf = (
    entry: CalendarEntry,
    { delta, newResource }: Pick<Calendar.EventDropInfo, 'delta' | 'newResource'>,
  ): DropTarget => ({
    lane: newResource?.id ?? entry.lane,
    start: addSeconds(entry.start, delta.days * 86_400 + delta.seconds),
  });
  return {
    dragConstraint: (info) => {
      const entry = entryOf(info.event);
      return entry !== undefined && canDrop(entry, targetOf(entry, info));
    },
    eventDrop: (info) => {
      // The entries given by React decide the positions, not the library.
      info.revert();
      const entry = entryOf(info.event);
      if (entry) onDrop(entry, targetOf(entry, info));
    },
  };
}

/** Notes the entry that is pressed, and stops a drag of one that may not move. Returns a function that ends this. */
function watchGrab(root: HTMLElement, getEvents: () => Options['events'], around: BoardCallbacks): () => void {
  const onGrab = (press: PointerEvent) => {
    const target = press.target as HTMLElement;
    const id = target.closest(`[${ENTRY_ATTRIBUTE}]`)?.getAttribute(ENTRY_ATTRIBUTE) ?? undefined;
    around.drag.entryId = id;
    const entry = (getEvents() ?? []).flatMap(getEntries).find((one) => one.id === id);
    if (target.closest('.ec-draggable') && !(entry && around.draggable(entry))) press.stopPropagation();
  };
  root.addEventListener('pointerdown', onGrab, { capture: true });
  return () => root.removeEventListener('pointerdown', onGrab, { capture: true });
}

/** Calls `onScrolled` at most every SCROLL_DELAY while scrolling. Returns a function that ends this. */
function watchScroll(root: HTMLElement, onScrolled: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    stickFirstLane(root);
    timer ??= setTimeout(() => {
      timer = undefined;
      onScrolled();
    }, SCROLL_DELAY);
  };
  root.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    root.removeEventListener('scroll', onScroll, { capture: true });
  };
}

/** Calls `onDrawn` after the library changed its elements. Returns a function that ends this. */
function watchDrawing(root: HTMLElement, onDrawn: () => void): () => void {
  const drawn = new MutationObserver(() => {
    removeTableRoles(root);
    stickFirstLane(root);
    onDrawn();
  });
  drawn.observe(root, { childList: true, subtree: true });
  return () => drawn.disconnect();
}

/** Returns a function that finds the lanes to draw: those within a margin, and the one with the focus. */
const createLaneFinder =
  (root: HTMLElement, { getFocusedLane }: BoardCallbacks) =>
  (lanes: BoardLanes, margin: number): Set<string> => {
    const found = findVisibleLanes(lanes ?? [], root.querySelector<HTMLElement>('.ec-main'), margin);
    const kept = getFocusedLane();
    return kept === undefined ? found : found.add(kept);
  };

/** Removes the events of lanes that are no longer drawn and adds those of new ones. Setting all would redraw all. */
function replaceEvents(calendar: Calendar, events: Options['events'] = [], before: Set<string>, now: Set<string>) {
  for (const event of events) {
    const lane = getLaneId(event as Calendar.EventInput);
    if (before.has(lane) && !now.has(lane)) calendar.removeEventById(String(event.id));
    if (!before.has(lane) && now.has(lane)) calendar.addEvent(event);
  }
}

/** Creates the calendar in an element. Only entries of visible lanes are drawn, but every lane keeps its height. */
export function createCalendarBoard(
  root: HTMLElement,
  first: Options,
  firstLanes: BoardLanes,
  around: BoardCallbacks,
): CalendarBoard {
  let current = first;
  let lanes = firstLanes;
  const findLanes = createLaneFinder(root, around);
  let seen = findLanes(lanes, PRELOAD_MARGIN);
  const drawable = ({ events = [] }: Options) =>
    lanes ? events.filter((event) => seen.has(getLaneId(event as Calendar.EventInput))) : events;

  function drawVisibleLanes() {
    if (!lanes || root.querySelector('.ec-dragging')) return;
    if ([...findLanes(lanes, LOAD_MARGIN)].every((lane) => seen.has(lane))) return;
    const before = seen;
    seen = findLanes(lanes, PRELOAD_MARGIN);
    replaceEvents(calendar, current.events, before, seen);
  }

  let gap = ENTRY_GAP;
  const calendar = createCalendar(root, PLUGINS, {
    ...first,
    ...createDropOptions(around),
    events: drawable(first),
    eventGap: gap,
    eventAllUpdated: () => {
      // The library repositions stacked entries only when the gap changes.
      gap = gap === ENTRY_GAP ? ENTRY_GAP + 0.01 : ENTRY_GAP;
      calendar.setOption('eventGap', gap);
      drawVisibleLanes();
    },
  });
  const ends = [
    watchGrab(root, () => current.events, around),
    watchDrawing(root, around.onDrawn),
    watchScroll(root, drawVisibleLanes),
  ];

  return {
    drawVisibleLanes,
    update(options, nextLanes) {
      lanes = nextLanes;
      // A new period starts at its first day; the library then scrolls to today if it is included.
      const main = root.querySelector('.ec-main');
      if (main && current.date !== options.date) main.scrollLeft = 0;
      seen = findLanes(lanes, PRELOAD_MARGIN);
      for (const [name, value] of Object.entries(options) as [keyof Options, never][])
        if (current[name] !== value) calendar.setOption(name, name === 'events' ? drawable(options) : value);
      current = options;
    },
    destroy() {
      for (const end of ends) end();
      void destroyCalendar(calendar);
    },
  };
}
