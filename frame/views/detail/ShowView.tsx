import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useGetOne, useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { AnyRecord } from '../../wire/binding.ts';
import { useSettled } from '../shared/afterPaint.ts';
import { Sheet } from '../shared/Drawer.tsx';
import { ListError } from '../shared/ListPlaceholders.tsx';
import { useView } from '../shared/ResourceViewContext.tsx';
import { RecordDetails } from './DetailPanel.tsx';
import { Neighbours } from './PrevNextKeys.tsx';

interface ShowSheetProps {
  id: string;
  onClose: () => void;
}

/** A record's popup: a sheet that shows what is loaded of it at once, and asks for the rest. */
export default function ShowSheet({ id, onClose }: ShowSheetProps) {
  const { resource } = useView();
  const settled = useSettled();
  const { data, error, refetch } = useGetOne<AnyRecord>(resource.name, { id }, { enabled: settled });
  return <RecordSheet record={data} error={error} onRetry={refetch} onClose={onClose} tools={<Neighbours id={id} />} />;
}

interface RecordSheetProps {
  record: AnyRecord | undefined;
  error?: Error | null;
  onRetry?: () => void;
  onClose: () => void;
  tools?: ReactNode;
  /** Stands in place of the record's details. */
  children?: ReactNode;
}

/** The sheet for a record that is at hand or on its way. */
export function RecordSheet({ record, error, onRetry, onClose, tools, children }: RecordSheetProps) {
  const t = useTranslate();
  const view = useView();
  const { component, title } = view.resource.show ?? {};
  const Own = useMemo(() => component && lazy(component), [component]);
  const name = String((title && record?.[title]) || t('dashboard.loading'));
  return (
    <Sheet name={name} onClose={onClose} tools={tools}>
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
    </Sheet>
  );
}
