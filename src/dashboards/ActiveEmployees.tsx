import { Box, Button, Card, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyRecord, AnyResource, Role } from 'portal-frame';
import {
  cardGrid,
  getResource,
  ListError,
  ListSkeleton,
  PersonPhoto,
  useCall,
  useLabelWithRecord,
  ViewProvider,
} from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Section } from '../pages/Section.tsx';
import { activeEmployeesApi } from '../wire/employeeApi.ts';

const employees = getResource('employees');

const RecordSheet = lazy(() => import('portal-frame/screens/show').then((file) => ({ default: file.RecordDrawer })));
const DeleteDialog = lazy(() => import('portal-frame/screens/delete'));

/** Employees with the fields of this dialog (spec 2). Only the card offers Delete. */
const resource: AnyResource = {
  ...employees,
  roles: { admin: { can: ['show'] } },
  show: {
    photo: 'image',
    subtitle: ['jobRole'],
    groups: [
      {
        label: 'resources.employees.groups.work',
        fields: ['employeeId', { field: 'hireDate', label: 'resources.employees.joined' }],
      },
      { label: 'resources.employees.groups.contact', fields: ['email', 'contactNumber', 'address'] },
      { label: 'resources.employees.groups.person', fields: [{ field: 'gender', wide: true }] },
    ],
  },
};
const QUERY_KEY = ['employees', 'active'];
const ALL_EMPLOYEES = { page: 1, perPage: 0, sort: { field: 'fullName', order: 'ASC' as const }, filter: {} };
const readEmployees = (data: unknown): AnyRecord[] => activeEmployeesApi.read(data, ALL_EMPLOYEES).records;

/** Employees with an active account, each with View and Delete (spec 2). */
export function ActiveEmployees({ role }: { role: Role }) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useCall(QUERY_KEY, activeEmployeesApi.call, readEmployees);
  const [open, setOpen] = useState<{ record: AnyRecord; to: 'view' | 'delete' } | null>(null);
  const view = useMemo(() => ({ resource, role }), [role]);
  const close = () => setOpen(null);
  /** Removes the card before the refetch. */
  const drop = ({ id }: AnyRecord) =>
    queryClient.setQueryData<AnyRecord[]>(QUERY_KEY, (cached) => cached?.filter((one) => one.id !== id));
  return (
    <Section title={t('dashboard.activeEmployees')}>
      {error && !data ? (
        <Card>
          <ListError message={error.message} onRetry={refetch} />
        </Card>
      ) : isPending ? (
        <ListSkeleton layout="cards" rows={4} />
      ) : data.length === 0 ? (
        <Card sx={{ p: 5, textAlign: 'center' }}>
          <Typography color="textSecondary">{t('dashboard.noActiveEmployee')}</Typography>
        </Card>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, ...cardGrid }}>
          {data.map((record) => (
            <EmployeeCard key={record.id} record={record} onOpen={(to) => setOpen({ record, to })} />
          ))}
        </Box>
      )}
      <ViewProvider value={view}>
        <Suspense fallback={null}>
          {open?.to === 'view' && <RecordSheet record={open.record} onClose={close} />}
          {open?.to === 'delete' && (
            <DeleteDialog records={[open.record]} onClose={close} onDeleted={() => drop(open.record)} />
          )}
        </Suspense>
      </ViewProvider>
    </Section>
  );
}

interface EmployeeCardProps {
  record: AnyRecord;
  onOpen: (to: 'view' | 'delete') => void;
}

function EmployeeCard({ record, onOpen }: EmployeeCardProps) {
  const t = useTranslate();
  const named = useLabelWithRecord(resource);
  const name = String(record.fullName);
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1.5, alignContent: 'space-between' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <PersonPhoto name={name} image={record.image as string | null} size={44} />
        <Box sx={{ minWidth: 0 }}>
          <Typography component="h3" sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {String(record.jobRole)}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          variant="outlined"
          onClick={() => onOpen('view')}
          aria-label={named(t('list.view'), record)}
        >
          {t('list.view')}
        </Button>
        <Button
          size="small"
          color="error"
          onClick={() => onOpen('delete')}
          aria-label={named(t('list.delete'), record)}
        >
          {t('list.delete')}
        </Button>
      </Box>
    </Card>
  );
}
