import type { AnyResource, Role } from 'portal-frame';
import { isCalendarDay, isChoice } from 'portal-frame';
import { useFieldLabel, useIntl, useRunAction } from 'portal-frame/browser';
import { findUnmetField, getMatchContext, isAllowed, showField } from 'portal-frame/browser/plugins';
import { useTranslate } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { getCalendarTimes } from '../calendarTimes.ts';
import { addSeconds, formatTimeOfDay } from './calendarDays.ts';
import { type CalendarEntry, getReferenceId, NO_END, NO_LANE } from './calendarEntries.ts';

/** The lane and start (wall time) that an entry is dropped at. */
export interface DropTarget {
  lane: string;
  start: string;
}

interface MoveActions {
  lane?: string | undefined;
  unassign?: string | undefined;
  time?: string | undefined;
}

type MoveRights = Partial<Record<'assign' | 'reassign' | 'unassign' | 'time', string | undefined>>;

/** Returns the actions by which the role may move entries. */
function useMoveRights(resource: AnyResource, role: Role, laned: boolean): MoveRights {
  const { assign, reassign, unassign, move } = resource.list.calendar ?? {};
  return useMemo(() => {
    const allowed = (name: string | undefined) => (name && isAllowed(resource, role, name) ? name : undefined);
    const lanes = laned ? { assign, reassign, unassign } : {};
    return {
      assign: allowed(lanes.assign),
      reassign: allowed(lanes.reassign),
      unassign: allowed(lanes.unassign),
      time: allowed(move),
    };
  }, [resource, role, laned, assign, reassign, unassign, move]);
}

/** Returns why an entry cannot be moved; empty if it can, or if entries never move here. */
function useFixedReason(resource: AnyResource, can: MoveRights) {
  const t = useTranslate();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  return useCallback(
    ({ record, members }: CalendarEntry): string => {
      const action = resource.actions?.[can.time ?? ''];
      const name =
        action && members.length === 0 ? findUnmetField(resource, action, record, getMatchContext()) : undefined;
      const field = name === undefined ? undefined : resource.fields[name];
      if (!action || !field || name === undefined) return '';
      // A choice's value says why; an image or a reference is only named.
      const state = isChoice(field) && showField(resource, name, record, intl);
      return t('calendar.fixed', { why: state ? state.text : fieldLabel(name) });
    },
    [resource, can, intl, fieldLabel, t],
  );
}

/** Returns a function that moves an entry by an action, and the entry at its new position until the host has replied. */
function useDrop(resource: AnyResource) {
  const { locale } = useIntl();
  const { run } = useRunAction();
  const { lane = '' } = resource.list.calendar ?? {};
  const { start = '', end } = getCalendarTimes(resource);
  const [pendingMove, setPendingMove] = useState<CalendarEntry | null>(null);
  const moveTo = async (entry: CalendarEntry, to: DropTarget, action: string) => {
    const distance = (Date.parse(`${to.start}Z`) - Date.parse(`${entry.start}Z`)) / 1000;
    const movedEnd = entry.end === NO_END ? NO_END : addSeconds(entry.end, distance);
    const same = distance === 0;
    setPendingMove({
      ...entry,
      ...to,
      end: movedEnd,
      time: same || entry.allDay ? entry.time : formatTimeOfDay(to.start, locale),
    });
    const isDays = isCalendarDay(resource.fields[start]);
    const toValue = (wall: string) => wall.slice(0, isDays ? 10 : 16);
    // The last day of whole days is before their end.
    const toEnd = () => (movedEnd === NO_END ? null : toValue(isDays ? addSeconds(movedEnd, -1) : movedEnd));
    await run(action, entry.record, {
      ...(!same && { [start]: toValue(to.start), ...(end && { [end]: toEnd() }) }),
      ...(to.lane !== entry.lane && { [lane]: to.lane === NO_LANE ? null : to.lane }),
    });
    setPendingMove(null);
  };
  return { pendingMove, moveTo };
}

/** Returns what a person may do with calendar entries, and functions to do it. */
export function useMoveEntry(resource: AnyResource, role: Role, laned: boolean) {
  const { lane = '' } = resource.list.calendar ?? {};
  const can = useMoveRights(resource, role, laned);
  const getMoveActions = useCallback(
    ({ record, members }: CalendarEntry): MoveActions => {
      if (members.length > 0) return {};
      const possible = (name: string | undefined) => {
        const action = resource.actions?.[name ?? ''];
        return action && findUnmetField(resource, action, record, getMatchContext()) === undefined ? name : undefined;
      };
      const free = getReferenceId(record[lane]) === null;
      return {
        lane: possible(free ? can.assign : can.reassign),
        unassign: free ? undefined : possible(can.unassign),
        time: possible(can.time),
      };
    },
    [resource, lane, can],
  );
  const draggable = useCallback(
    (entry: CalendarEntry) => Object.values(getMoveActions(entry)).some(Boolean),
    [getMoveActions],
  );
  const getFixedReason = useFixedReason(resource, can);

  /** Returns the action for a drop: undefined if not allowed, null if nothing changes. */
  const actionFor = useCallback(
    (entry: CalendarEntry, to: DropTarget): string | null | undefined => {
      const moveActions = getMoveActions(entry);
      const changesLane = to.lane !== entry.lane;
      if (to.start === entry.start) {
        if (!changesLane) return null;
        return to.lane === NO_LANE ? moveActions.unassign : moveActions.lane;
      }
      if (!changesLane) return moveActions.time;
      const both = to.lane === NO_LANE ? moveActions.unassign : moveActions.lane && can.reassign;
      return both && moveActions.time;
    },
    [getMoveActions, can],
  );
  const { pendingMove, moveTo } = useDrop(resource);
  const drop = async (entry: CalendarEntry, to: DropTarget) => {
    const action = actionFor(entry, to);
    if (action) await moveTo(entry, to, action);
  };
  return { can, getMoveActions, draggable, getFixedReason, actionFor, pendingMove, drop };
}
