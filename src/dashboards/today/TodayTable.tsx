import { Card, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRecord, AnyResource, Role } from 'portal-frame';
import {
  CardList,
  EmptyList,
  getResource,
  ListError,
  ListSkeleton,
  RecordCardHeader,
  StackedCell,
  useCall,
  useCellsLoaded,
  useFieldLabel,
  useTableColumns,
  useTableFits,
  useView,
  ViewProvider,
} from 'portal-frame/browser';
import { ListContextProvider, useList, useListContext, useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { Section } from '../../pages/Section.tsx';
import { getTodayQuery } from './todayQuery.ts';

const appointments = getResource('appointments');
/** Coloured as in the archive (spec 2). */
const { status } = getResource('archive').fields;

/** Today's appointments as a read-only list (spec 2). */
const todayResource: AnyResource = {
  ...appointments,
  fields: { ...appointments.fields, ...(status && { status }) },
  list: {
    columns: [
      { field: 'patientName', photo: 'image', secondary: ['age', 'laboratory', 'employee'] },
      'age',
      { field: 'appointmentDateTime', component: () => import('./TodayTime.tsx') },
      { field: 'laboratory', label: 'resources.appointments.columns.laboratory', roles: ['admin', 'employee'] },
      { field: 'employee', roles: ['laboratory'], label: 'dashboard.employeeId', placeholder: 'list.notAssigned' },
      'priorityLevel',
      {
        field: 'specialInstructions',
        label: 'resources.appointments.columns.specialInstructions',
        placeholder: 'list.none',
      },
      { field: 'status', component: () => import('./TodayStatus.tsx'), secondary: ['priorityLevel'] },
    ],
  },
};

interface TodayTableProps {
  role: Role;
  onReady?: () => void;
}

/** Today's appointments in order; rows open the show view (spec 2). `onReady` runs when the height is final. */
export function TodayTable({ role, onReady }: TodayTableProps) {
  const t = useTranslate();
  const { key, call, read } = getTodayQuery(role as 'admin' | 'employee' | 'laboratory');
  const { data, error, isPending, refetch } = useCall(key, call, read);
  useCacheRecords(data);
  const list = useList<AnyRecord>({ data, isPending, error, resource: 'appointments', perPage: MAX_ROWS });
  const view = useMemo(() => ({ resource: todayResource, role }), [role]);
  const wide = useTableFits();
  const waits = !useCellsLoaded(todayResource.list.columns) || isPending;
  useEffect(() => {
    if (!waits) onReady?.();
  }, [waits, onReady]);
  const empty = t(role === 'laboratory' ? 'dashboard.noneTodayLaboratory' : 'dashboard.noneToday');
  return (
    <Section title={t('dashboard.today')}>
      <ViewProvider value={view}>
        <ListContextProvider value={list}>
          {waits && !wide ? (
            <ListSkeleton layout="rows" rows={SKELETON_ROWS} />
          ) : data?.length && !wide ? (
            <CardList />
          ) : (
            <Card>
              {waits ? (
                <ListSkeleton layout="table" rows={SKELETON_ROWS} />
              ) : data?.length ? (
                <Rows />
              ) : error && !data ? (
                <ListError message={error.message} onRetry={refetch} />
              ) : (
                <EmptyList text={empty} />
              )}
            </Card>
          )}
        </ListContextProvider>
      </ViewProvider>
    </Section>
  );
}

const SKELETON_ROWS = 8;

/** useList keeps its first page size, so this must cover any day. */
const MAX_ROWS = 100_000;

/** Fills the getOne cache as react-admin's own lists do, so that a show view opens at once. */
function useCacheRecords(records: AnyRecord[] | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    for (const record of records ?? []) {
      const key = ['appointments', 'getOne', { id: record.id, meta: undefined }];
      queryClient.setQueryData(key, (cached: AnyRecord | undefined) => cached ?? record);
    }
  }, [records, queryClient]);
}

function Rows() {
  const t = useTranslate();
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { data = [] } = useListContext<AnyRecord>();
  const [head, ...columns] = useTableColumns();
  if (!head) return null;
  return (
    <TableContainer>
      <Table>
        <TableHead>
          <TableRow>
            <TableCell>{t('list.number')}</TableCell>
            {[head, ...columns].map(({ field, label }) => (
              <TableCell key={field} align={resource.fields[field]?.kind.align}>
                {fieldLabel(field, label)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((record, index) => (
            <TableRow
              key={record.id}
              hover
              aria-current={record.next === true ? 'time' : undefined}
              sx={{ position: 'relative', bgcolor: record.next === true ? 'primary.soft' : undefined }}
            >
              <TableCell sx={{ color: 'text.secondary' }}>{index + 1}</TableCell>
              <TableCell sx={{ maxWidth: 240 }}>
                <RecordCardHeader record={record} head={head} />
              </TableCell>
              {columns.map((column) => (
                <TableCell key={column.field} align={resource.fields[column.field]?.kind.align}>
                  <StackedCell column={column} record={record} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
