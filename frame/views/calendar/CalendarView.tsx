import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getCalendarTimes, getDayFilterName } from '../../config/listFilters.ts';
import { toast } from '../../notify/toast.ts';
import { useIntl, useResourceName } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { EmptyList, ListError, ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { useTableFits } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useShowRecord } from '../shared/useOpenRecord.ts';
import { createWallClock } from '../shared/wallClock.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { CALENDAR_SPANS, getDays, getSpan } from './calendarDays.ts';
import { applyPendingMove, type CalendarEntry, NO_LANE, toCalendarEntries } from './calendarEntries.ts';
import { useCalendarLocation } from './calendarLocation.ts';
import {
  type CalendarLayout,
  FLOWS,
  getContentOptions,
  getEntryPositions,
  getFixedOptions,
} from './calendarOptions.ts';
import { createEntryContent, type DragState } from './entryContent.ts';
import { getLaneHeights, limitEntriesPerCell } from './laneHeights.ts';
import { type LoadedDays, useCalendarRecords } from './useCalendarRecords.ts';
import { canSeeLanes, useLanes } from './useLanes.ts';
import { useMoveEntry } from './useMoveEntry.ts';

const FieldActionDialog = lazyComponent(() => import('../action/FieldActionDialog.tsx'));

const NO_DAYS: LoadedDays = { days: [], records: [] };
/** Shows the list's records in a calendar, by the list's filters. */
export default function CalendarView() {
  const t = useTranslate();
  const intl = useIntl();
  const { resource, role } = useView();
  const { filterValues } = useListContext();
  const { many } = useResourceName(resource);
  const show = useShowRecord();
  const fail = useFailure();
  const wide = useTableFits();
  const { start = '', end } = getCalendarTimes(resource);
  const spans = resource.api ? CALENDAR_SPANS.slice(0, 2) : CALENDAR_SPANS;

  const today = (createWallClock(intl.timeZone)(Date.now()) ?? '').slice(0, 10);
  const filterDay = filterValues[getDayFilterName(resource) ?? ''];
  const { span, day, go } = useCalendarLocation(resource, { filterDay, today, spans });
  const days = useMemo(() => getDays(day, span), [day, span]);

  const laned = canSeeLanes(resource, role);
  const { can, getMoveActions, draggable, getFixedReason, actionFor, pendingMove, drop } = useMoveEntry(
    resource,
    role,
    laned,
  );
  const { shown: now, pending, error, retry } = useCalendarRecords(resource, days, filterValues);
  const { days: shownDays, records } = now ?? NO_DAYS;
  const lanes = useLanes(resource, records, laned);
  const failure = error ?? lanes.error;
  useEffect(() => {
    if (failure) fail(failure);
  }, [failure, fail]);

  const timed = resource.fields[start]?.kind.name !== 'date';
  const shownSpan = getSpan(shownDays);
  const layout: CalendarLayout = !wide ? 'list' : laned ? 'lanes' : timed && shownSpan !== 'month' ? 'times' : 'days';
  const entries = useMemo(() => {
    const all = applyPendingMove(toCalendarEntries(resource, records, intl), pendingMove);
    if (layout !== 'lanes' || shownSpan === 'day' || end) return all;
    return limitEntriesPerCell(all, (count) => t('calendar.more', { count }));
  }, [resource, records, intl, pendingMove, layout, shownSpan, end, t]);
  const allLanes = useMemo(() => {
    const heights = getLaneHeights(entries, shownSpan);
    const isFree = !resource.fields[resource.list.calendar?.lane ?? '']?.required;
    const named = [...(isFree ? [{ id: NO_LANE, name: t('list.unassigned') }] : []), ...lanes.lanes];
    return named.map((one) => ({ ...one, height: heights.get(one.id) ?? 0 }));
  }, [resource, lanes.lanes, entries, shownSpan, t]);
  const laneNames = useMemo(
    () => new Map([[NO_LANE, t('list.unassigned')], ...lanes.lanes.map(({ id, name }) => [id, name] as const)]),
    [lanes.lanes, t],
  );
  const drag = useRef<DragState>({}).current;
  const lasting = useMemo(() => {
    const getLaneName = (id: string) => (laned ? (laneNames.get(id) ?? '') : '');
    return {
      ...getFixedOptions({ timed, lasting: end !== undefined, movable: can.time !== undefined }, intl),
      eventContent: createEntryContent({ resource, intl, getLaneName, getFixedReason, drag }),
    };
  }, [resource, intl, timed, end, laned, laneNames, can, getFixedReason, drag]);
  const shown = useMemo(
    () => getContentOptions({ layout, timed, days: shownDays, entries, lanes: allLanes, draggable }),
    [layout, timed, shownDays, entries, allLanes, draggable],
  );
  const options = useMemo(() => ({ ...lasting, ...shown }), [lasting, shown]);
  const positions = useMemo(
    () => getEntryPositions(layout, shownDays, entries, allLanes),
    [layout, shownDays, entries, allLanes],
  );

  const [dialog, setDialog] = useState<{ id: string; what: 'lane' | 'time' } | null>(null);
  const dialogEntry = entries.find(({ id }) => id === dialog?.id);
  const action = dialogEntry && dialog ? getMoveActions(dialogEntry)[dialog.what] : undefined;
  const ask = (what: 'lane' | 'time') => (entry: CalendarEntry) => {
    const why = getFixedReason(entry);
    if (getMoveActions(entry)[what]) setDialog({ id: entry.id, what });
    else if (why && (what === 'time' || can.reassign)) toast.info(why);
  };
  const onOpen = (entry: CalendarEntry) => {
    if (entry.hiddenCount > 0) {
      go({ day: entry.start.slice(0, 10), span: 'day' });
      return;
    }
    show(entry.record);
  };

  const help = can.time ? 'calendar.moveKeys' : can.assign && 'calendar.assignKeys';
  const waiting = pending || lanes.pending;
  const ready = now !== null && !lanes.pending;

  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <CalendarToolbar
        span={span}
        spans={spans}
        day={day}
        days={days}
        today={today}
        onSpan={(next) => go({ span: next })}
        onDay={(next) => go({ day: next })}
      />
      <Card sx={{ minWidth: 0, position: 'relative' }} aria-busy={waiting}>
        {waiting && ready && <LinearProgress sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 3 }} />}
        {failure ? (
          <ListError
            message={failure.message}
            onRetry={() => {
              retry();
              if (lanes.error) void lanes.refetch();
            }}
          />
        ) : !ready ? (
          <ListSkeleton layout="table" />
        ) : entries.length === 0 && !waiting ? (
          <EmptyList text={resource.list.empty ? undefined : t(`calendar.nothing.${span}`)} />
        ) : (
          <CalendarGrid
            label={t('calendar.label', { name: many })}
            options={options}
            entries={entries}
            positions={positions}
            flow={FLOWS[layout]}
            lanes={layout === 'lanes' ? allLanes : undefined}
            onOpen={onOpen}
            keys={{ a: ask('lane'), m: ask('time') }}
            drag={drag}
            draggable={draggable}
            canDrop={(entry, to) => actionFor(entry, to) !== undefined}
            onDrop={(entry, to) => flushSync(() => void drop(entry, to))}
          />
        )}
      </Card>
      {entries.length > 0 && wide && (
        <Typography variant="body2" color="textSecondary">
          {[t('calendar.keys'), help && t(help)].filter(Boolean).join(' ')}
        </Typography>
      )}
      {dialogEntry && action && (
        <FieldActionDialog
          title={dialogEntry.title}
          action={action}
          record={dialogEntry.record}
          onClose={() => setDialog(null)}
        />
      )}
    </Box>
  );
}
