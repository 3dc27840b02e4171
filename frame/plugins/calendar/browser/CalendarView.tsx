import { Box, Card, LinearProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  EmptyList,
  isOffered,
  ListError,
  ListSkeleton,
  lazyComponent,
  request,
  toast,
  useFailure,
  useIntl,
  useResourceName,
  useTableFits,
  useView,
} from 'portal-frame/browser';
import {
  createWallClock,
  meetsConditions,
  useBulkActionNames,
  useNamedText,
  useShowRecord,
} from 'portal-frame/browser/plugins';
import type { RecordConflicts } from 'portal-frame/wire';
import { useListContext, useTranslate } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { getDayFilterName } from '../calendarTimes.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { CALENDAR_SPANS, type CalendarSpan, getDays } from './calendarDays.ts';
import { type CalendarEntry, NO_LANE } from './calendarEntries.ts';
import { useCalendarLocation } from './calendarLocation.ts';
import { FLOWS } from './calendarOptions.ts';
import { useCalendarContent } from './useCalendarContent.ts';
import { type LoadedDays, useCalendarRecords } from './useCalendarRecords.ts';
import { canSeeLanes, useLanes } from './useLanes.ts';
import { useMoveEntry } from './useMoveEntry.ts';

const FieldActionDialog = lazyComponent(() => import('portal-frame/screens/fieldAction'));
const EntryGroupDialog = lazyComponent(() => import('./EntryGroupDialog.tsx'));

const NO_DAYS: LoadedDays = { days: [], records: [] };

/** Returns `ask`, which opens the dialog of an entry's action or says why the entry cannot move, and the dialog. */
function useMoveDialog(
  entries: readonly CalendarEntry[],
  { can, getMoveActions, getFixedReason }: ReturnType<typeof useMoveEntry>,
) {
  const [asked, setAsked] = useState<{ id: string; what: 'lane' | 'time' } | null>(null);
  const entry = entries.find(({ id }) => id === asked?.id);
  const action = entry && asked ? getMoveActions(entry)[asked.what] : undefined;
  const ask = (what: 'lane' | 'time') => (one: CalendarEntry) => {
    const why = getFixedReason(one);
    if (getMoveActions(one)[what]) setAsked({ id: one.id, what });
    else if (why && (what === 'time' || can.reassign)) toast.info(why);
  };
  const dialog = entry && action && (
    <FieldActionDialog title={entry.title} action={action} record={entry.record} onClose={() => setAsked(null)} />
  );
  return { ask, dialog };
}

/** Returns the unassigned entries of the shown day, the dialog of chosen entries, and functions that open it. */
function useFreeEntries(entries: readonly CalendarEntry[], { span, day }: { span: CalendarSpan; day: string }) {
  const { resource } = useView();
  const { lane } = resource.list.calendar ?? {};
  const action = useBulkActionNames().find((name) => lane && resource.actions?.[name]?.field === lane);
  const config = resource.actions?.[action ?? ''];
  const [asked, setAsked] = useState<{ day: string; ids: ReadonlySet<string> } | null>(null);
  const records = entries.flatMap((entry) => (entry.members.length > 0 ? entry.members : entry));
  const isFree = ({ lane: own, record }: CalendarEntry) =>
    own === NO_LANE && config !== undefined && meetsConditions(resource, config, record);
  const free = span === 'day' ? records.filter(isFree).toSorted((a, b) => a.start.localeCompare(b.start)) : [];
  const chosen = asked?.day === day ? records.filter(({ id }) => asked.ids.has(id)) : [];
  const canRun = chosen.every(({ record }) => config && meetsConditions(resource, config, record));
  const dialog = chosen.length > 0 && (
    <EntryGroupDialog
      entries={chosen.toSorted((a, b) => a.start.localeCompare(b.start))}
      day={day}
      action={canRun ? action : undefined}
      onClose={() => setAsked(null)}
    />
  );
  const choose = (some: readonly CalendarEntry[]) => setAsked({ day, ids: new Set(some.map(({ id }) => id)) });
  return { total: records.length, free: action === undefined ? undefined : free, dialog, choose };
}

function useCalendarDays() {
  const { resource } = useView();
  const { filterValues } = useListContext();
  const { timeZone } = useIntl();
  const spans = resource.api ? CALENDAR_SPANS.slice(0, 2) : CALENDAR_SPANS;
  const today = (createWallClock(timeZone)(Date.now()) ?? '').slice(0, 10);
  const filterDay = filterValues[getDayFilterName(resource) ?? ''];
  const { span, day, go } = useCalendarLocation(resource, { filterDay, today, spans });
  const days = useMemo(() => getDays(day, span), [day, span]);
  return { go, shown: { span, spans, day, days, today } };
}

/** Loads the records of the days, and their lanes. `content` is null before the first reply. */
function useLoadedCalendar(days: readonly string[]) {
  const { resource, role } = useView();
  const { filterValues } = useListContext();
  const fail = useFailure();
  const laned = canSeeLanes(resource, role);
  const moves = useMoveEntry(resource, role, laned);
  const { shown, pending, error, retry } = useCalendarRecords(resource, days, filterValues);
  const loaded = shown ?? NO_DAYS;
  const lanes = useLanes(resource, loaded.records, laned);
  const failure = error ?? lanes.error;
  useEffect(() => {
    if (failure) fail(failure);
  }, [failure, fail]);
  const conflicts = useConflicts(days);
  const content = useCalendarContent({ resource, loaded, moves, conflicts, lanes: laned ? lanes.lanes : undefined });
  const retryAll = () => {
    retry();
    if (lanes.error) void lanes.refetch();
  };
  const state = { waiting: pending || lanes.pending, ready: shown !== null && !lanes.pending, failure };
  return { moves, content, state, retry: retryAll };
}

/** Shows the list's records in a calendar, by the list's filters. */
export default function CalendarView() {
  const t = useTranslate();
  const { resource } = useView();
  const { many } = useResourceName(resource);
  const show = useShowRecord();
  const wide = useTableFits();
  const { go, shown } = useCalendarDays();
  const { moves, content, state, retry } = useLoadedCalendar(shown.days);
  const { waiting, ready, failure } = state;
  const { layout, ...grid } = content;
  const { ask, dialog } = useMoveDialog(grid.entries, moves);
  const { total, free, dialog: groupDialog, choose } = useFreeEntries(grid.entries, shown);
  const namedText = useNamedText();
  const help = moves.can.time ? 'calendar.moveKeys' : moves.can.assign && 'calendar.assignKeys';
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <CalendarToolbar
        {...shown}
        total={ready ? total : undefined}
        free={ready ? free?.length : undefined}
        onChooseAll={() => choose(free ?? [])}
        onSpan={(span) => go({ span })}
        onDay={(day) => go({ day })}
      />
      <Card sx={{ minWidth: 0, position: 'relative' }} aria-busy={waiting}>
        {waiting && ready && <LinearProgress sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 3 }} />}
        {failure ? (
          <ListError message={failure.message} onRetry={retry} />
        ) : !ready ? (
          <ListSkeleton layout="table" />
        ) : grid.entries.length === 0 && !waiting ? (
          <EmptyList
            text={
              namedText(resource, 'empty', resource.list.empty, '') ? undefined : t(`calendar.nothing.${shown.span}`)
            }
          />
        ) : (
          <CalendarGrid
            {...grid}
            label={t('calendar.label', { name: many })}
            flow={FLOWS[layout]}
            keys={{ a: ask('lane'), m: ask('time') }}
            draggable={moves.draggable}
            onOpen={({ members, start, record }) =>
              members.length === 0
                ? show(record)
                : shown.span === 'day'
                  ? choose(members)
                  : go({ day: start.slice(0, 10), span: 'day' })
            }
            canDrop={(entry, to) => moves.actionFor(entry, to) !== undefined}
            onDrop={(entry, to) => flushSync(() => void moves.drop(entry, to))}
          />
        )}
      </Card>
      {grid.entries.length > 0 && wide && (
        <Typography variant="body2" color="textSecondary">
          {[t('calendar.keys'), help && t(help)].filter(Boolean).join(' ')}
        </Typography>
      )}
      {dialog}
      {groupDialog}
    </Box>
  );
}

const NONE: RecordConflicts = { records: {}, lanes: {} };

/** Returns the host's conflicts of the shown records and lanes; undefined if it offers none (`api.conflicts`). */
function useConflicts(days: readonly string[]): RecordConflicts | undefined {
  const { resource, role } = useView();
  const binding = resource.api?.conflicts?.[role];
  const offered = binding !== undefined && isOffered(binding.call);
  const [from = '', to = from] = [days[0], days.at(-1)];
  const { data } = useQuery({
    queryKey: [resource.name, 'conflicts', from, to],
    queryFn: async ({ signal }) =>
      binding ? binding.read(await request(binding.call, { query: binding.query({ from, to }), signal })) : NONE,
    enabled: offered && from !== '',
  });
  return offered ? (data ?? NONE) : undefined;
}
