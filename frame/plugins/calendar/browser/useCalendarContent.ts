import type { AnyResource } from 'portal-frame';
import { isCalendarDay } from 'portal-frame';
import { useIntl, useTableFits } from 'portal-frame/browser';
import { filterByFeature, toEntry } from 'portal-frame/browser/plugins';
import type { Feature, RecordConflicts } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { useMemo, useRef } from 'react';
import { getCalendarTimes } from '../calendarTimes.ts';
import { getSpan } from './calendarDays.ts';
import { applyPendingMove, NO_LANE, toCalendarEntries } from './calendarEntries.ts';
import {
  type CalendarLayout,
  countByDay,
  createDayHead,
  getContentOptions,
  getEntryPositions,
  getFixedOptions,
} from './calendarOptions.ts';
import { createEntryContent, type DragState } from './entryContent.ts';
import { getLaneHeights, groupByField, groupFreeEntries, limitEntriesPerCell } from './laneHeights.ts';
import type { LoadedDays } from './useCalendarRecords.ts';
import type { Lane } from './useLanes.ts';
import type { useMoveEntry } from './useMoveEntry.ts';

const NO_CONFLICTS = {};

/** The lanes with a height each, the one of entries without a lane first. */
function useSizedLanes(
  resource: AnyResource,
  lanes: Lane[],
  heights: Map<string, number>,
  conflicts: RecordConflicts['lanes'] = NO_CONFLICTS,
) {
  const t = useTranslate();
  return useMemo(() => {
    const isFree = !resource.fields[resource.list.calendar?.lane ?? '']?.required;
    const named = [...(isFree ? [{ id: NO_LANE, name: t('list.unassigned') }] : []), ...lanes];
    return named.map((one) => ({
      ...{ ...one, height: heights.get(one.id) ?? 0 },
      reasons: conflicts[one.id]?.map(({ text, args }) => t(text, args)).join(', ') ?? '',
    }));
  }, [resource, lanes, heights, conflicts, t]);
}

interface CalendarContent {
  resource: AnyResource;
  loaded: LoadedDays;
  /** Undefined for roles without lanes. */
  lanes: Lane[] | undefined;
  moves: ReturnType<typeof useMoveEntry>;
  conflicts: RecordConflicts | undefined;
}

const NO_LANES: Lane[] = [];

/** Returns what the calendar shows: layout, entries, lanes, options of the library, and positions for arrow keys. */
export function useCalendarContent({
  resource,
  loaded: { days, records },
  lanes = NO_LANES,
  conflicts,
  ...rest
}: CalendarContent) {
  const { can, getFixedReason, draggable, pendingMove } = rest.moves;
  const laned = lanes !== NO_LANES;
  const t = useTranslate();
  const intl = useIntl();
  const wide = useTableFits();
  const { start = '', end } = getCalendarTimes(resource);
  const timed = !isCalendarDay(resource.fields[start]);
  const span = getSpan(days);
  const layout: CalendarLayout = !wide ? 'list' : laned ? 'lanes' : timed && span !== 'month' ? 'times' : 'days';
  const entries = useMemo(() => {
    const { groupBy, details = [] } = resource.list.calendar ?? {};
    const shown = filterByFeature(details.map((one) => toEntry<{ field: string; feature?: Feature }>(one)));
    const fields = shown.map(({ field }) => field);
    const single = applyPendingMove(
      toCalendarEntries(resource, records, intl, conflicts?.records, fields),
      pendingMove,
    );
    const all = groupBy && !end ? groupByField(single, groupBy, intl) : single;
    if (layout !== 'lanes' || end) return all;
    if (span === 'day') return groupFreeEntries(all, conflicts?.groups ?? {}, intl);
    return limitEntriesPerCell(all, (count) => t('calendar.more', { count }));
  }, [resource, records, intl, conflicts, pendingMove, layout, span, end, t]);
  // Periods have no one day.
  const counts = end ? '' : countByDay(entries);
  const dayHeaderFormat = useMemo(() => createDayHead(counts, intl), [counts, intl]);
  const heights = useMemo(() => getLaneHeights(entries, span), [entries, span]);
  const sizedLanes = useSizedLanes(resource, lanes, heights, span === 'day' ? conflicts?.lanes : undefined);
  const drag = useRef<DragState>({}).current;
  const fixed = useMemo(() => {
    const names = new Map([[NO_LANE, t('list.unassigned')], ...lanes.map(({ id, name }) => [id, name] as const)]);
    const getLaneName = (id: string) => (laned ? (names.get(id) ?? '') : '');
    return {
      ...getFixedOptions({ timed, lasting: end !== undefined, movable: can.time !== undefined }, intl),
      eventContent: createEntryContent({ resource, intl, getLaneName, getFixedReason, drag }),
    };
  }, [resource, intl, timed, end, laned, lanes, can, getFixedReason, drag, t]);
  const options = useMemo(
    () => ({
      ...{ ...fixed, dayHeaderFormat },
      ...getContentOptions({ layout, timed, days, entries, lanes: sizedLanes, draggable }),
    }),
    [fixed, dayHeaderFormat, layout, timed, days, entries, sizedLanes, draggable],
  );
  const positions = useMemo(
    () => getEntryPositions(layout, days, entries, sizedLanes),
    [layout, days, entries, sizedLanes],
  );
  return { layout, entries, options, positions, drag, lanes: layout === 'lanes' ? sizedLanes : undefined };
}
