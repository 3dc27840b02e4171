import { Box, Skeleton } from '@mui/material';
import { useGetOne, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getRecordTitle, useIntl } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useHasPainted } from '../shared/afterPaint.ts';
import { Drawer } from '../shared/Drawer.tsx';
import { ListError } from '../shared/ListPlaceholders.tsx';
import { useView } from '../shared/ResourceViewContext.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { PrevNextButtons } from './PrevNextButtons.tsx';

interface ShowViewProps {
  id: string;
  onClose: () => void;
}

/** Shows a record in a drawer. Loaded values show at once while the rest is fetched. */
export default function ShowView({ id, onClose }: ShowViewProps) {
  const { resource } = useView();
  const settled = useHasPainted();
  const { data, error, refetch } = useGetOne<AnyRecord>(resource.name, { id }, { enabled: settled });
  return (
    <RecordDrawer record={data} error={error} onRetry={refetch} onClose={onClose} tools={<PrevNextButtons id={id} />} />
  );
}

interface RecordDrawerProps {
  record: AnyRecord | undefined;
  error?: Error | null;
  onRetry?: () => void;
  onClose: () => void;
  tools?: ReactNode;
  /** Replaces the record's details. */
  children?: ReactNode;
}

/** The drawer of a record that is loaded or loading. Another record resets its details: typed values and fetched parts. */
export function RecordDrawer({ record, error, onRetry, onClose, tools, children }: RecordDrawerProps) {
  const t = useTranslate();
  const view = useView();
  const intl = useIntl();
  const { component } = view.resource.show ?? {};
  const CustomView = component && lazyComponent(component);
  const name = (record && getRecordTitle(view.resource, record, intl)) || t('dashboard.loading');
  return (
    <Drawer name={name} onClose={onClose} tools={tools}>
      {error && !record ? (
        <ListError message={error.message} onRetry={() => onRetry?.()} />
      ) : children && record ? (
        children
      ) : record ? (
        CustomView ? (
          <CustomView key={record.id} {...view} record={record} />
        ) : (
          <DetailPanel key={record.id} record={record} />
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
