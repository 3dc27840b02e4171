import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { getRecordTitle, useIntl } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { Drawer } from '../shared/Drawer.tsx';
import { ListError } from '../shared/ListPlaceholders.tsx';
import { useView } from '../shared/ResourceViewContext.tsx';

export interface RecordFrameProps {
  record: AnyRecord | undefined;
  error?: Error | null;
  onRetry?: () => void;
  onClose: () => void;
  tools?: ReactNode;
  children: ReactNode;
}

/** The drawer around the details or the form of a record. Shows `children` once the record is loaded. */
export function RecordFrame({ record, error, onRetry, onClose, tools, children }: RecordFrameProps) {
  const t = useTranslate();
  const { resource } = useView();
  const intl = useIntl();
  const name = (record && getRecordTitle(resource, record, intl)) || t('dashboard.loading');
  return (
    <Drawer name={name} onClose={onClose} tools={tools}>
      {error && !record ? (
        <ListError message={error.message} onRetry={() => onRetry?.()} />
      ) : record ? (
        children
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
