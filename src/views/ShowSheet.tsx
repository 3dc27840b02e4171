import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useGetOne, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { ListError } from './ListStates.tsx';
import { RecordDetails } from './RecordDetails.tsx';

/** A record's popup: a sheet from the right, full height on phones; it has an address of its own. */
export default function ShowSheet({ id }: { id: string }) {
  const { resource, role } = useView();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { data, error, refetch } = useGetOne<AnyRecord>(resource.name, { id });
  const close = () => (state?.fromList ? navigate(-1) : navigate(`${resource.roles[role]?.list}${search}`));
  return <Sheet record={data} error={error} onRetry={refetch} onClose={close} />;
}

interface SheetProps {
  record: AnyRecord | undefined;
  error?: Error | null;
  onRetry?: () => void;
  onClose: () => void;
  /** Stands in place of the record's details. */
  children?: ReactNode;
}

/** The sheet itself, for a record that is at hand or on its way. */
export function Sheet({ record, error, onRetry, onClose, children }: SheetProps) {
  const t = useTranslate();
  const view = useView();
  const { component, title } = view.resource.show ?? {};
  const Own = useMemo(() => component && lazy(component), [component]);
  const name = String((title && record?.[title]) || t('dashboard.loading'));
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': name,
          sx: { width: { xs: '100%', sm: 560 }, maxWidth: '100%' },
        },
      }}
    >
      <Box sx={{ position: 'absolute', top: 12, right: 12, zIndex: 1 }}>
        <IconButton onClick={onClose} aria-label={t('form.close')} autoFocus>
          <Close />
        </IconButton>
      </Box>
      {error && !record ? (
        <ListError message={error.message} onRetry={() => onRetry?.()} />
      ) : children && record ? (
        children
      ) : record ? (
        Own ? (
          <Suspense fallback={null}>
            <Own {...view} record={record} />
          </Suspense>
        ) : (
          <RecordDetails record={record} />
        )
      ) : (
        <Box sx={{ p: 3, display: 'grid', gap: 2 }}>
          <Skeleton variant="circular" width={64} height={64} />
          {[60, 80, 70, 50, 75].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </Box>
      )}
    </Drawer>
  );
}
