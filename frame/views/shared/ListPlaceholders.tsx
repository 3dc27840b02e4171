import { Box, Button, Card, Skeleton, Tooltip, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import { useCreateTitle, useNamedText } from '../../parts/intl.ts';
import { Icon } from '../../theme/icons.tsx';
import { CONTROL_SIZE } from '../../theme/tokens.ts';
import { useHasPainted } from './afterPaint.ts';
import { cardGrid, rowCardGrid } from './cardGridStyles.ts';
import { useView } from './ResourceViewContext.tsx';

const placeholderStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 2,
  px: 2,
  py: 5,
  textAlign: 'center',
} as const;

/** Shows an error message with a retry button (spec 8). */
export function ListError({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useTranslate();
  return (
    <Box role="alert" sx={placeholderStyle}>
      <Typography color="error">{message}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </Box>
  );
}

/** Tells that the list is empty and offers the next step. */
export function EmptyList({ text }: { text?: string }) {
  const t = useTranslate();
  const namedText = useNamedText();
  const { resource, role } = useView();
  const createTitle = useCreateTitle(resource);
  const { filterValues, setFilters } = useListContext();
  const filtered = Object.keys(filterValues ?? {}).length > 0;
  const form = mayDo(resource, role, 'create') ? resource.roles[role]?.form : undefined;
  return (
    <Box sx={placeholderStyle}>
      <Box sx={{ display: 'flex', p: 1.5, borderRadius: '50%', color: 'text.secondary', bgcolor: 'action.hover' }}>
        <Icon name={resource.icon} />
      </Box>
      <Typography color="textSecondary">
        {text ?? namedText(resource, 'empty', resource.list.empty, t('list.nothing'))}
      </Typography>
      {filtered ? (
        <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
          {t('list.clearFilters')}
        </Button>
      ) : (
        form &&
        !text && (
          <Button variant="outlined" component={Link} to={form}>
            {createTitle}
          </Button>
        )
      )}
    </Box>
  );
}

/** A loading placeholder with the shape of the content: cards, or table rows. */
export function ListSkeleton({ layout, rows = 10 }: { layout: 'table' | 'rows' | 'cards'; rows?: number }) {
  const t = useTranslate();
  const table = layout === 'table';
  const height = { table: 61, rows: 164, cards: 148 }[layout];
  return (
    <Box
      role="status"
      aria-label={t('dashboard.loading')}
      sx={{ table: { pt: '41px' }, rows: rowCardGrid, cards: cardGrid }[layout]}
    >
      {Array.from({ length: rows }, (_, index) => index + 1).map((row) => (
        <Box
          key={row}
          component={table ? 'div' : Card}
          sx={{
            height,
            display: 'flex',
            alignItems: table ? 'center' : 'flex-start',
            p: table ? '0 16px' : 2,
            gap: 2,
            borderTop: table ? 1 : undefined,
            borderColor: 'divider',
          }}
        >
          <Skeleton variant="circular" width={40} height={40} sx={{ flex: 'none' }} />
          <Box sx={{ flex: 1, display: 'grid', gap: 0.75 }}>
            <Skeleton width={`${40 + ((row * 13) % 35)}%`} height={16} />
            <Skeleton width="30%" height={14} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** An icon button with MUI's tooltip, whose layout effect would draw the screen twice before its first paint. */
export function LateTooltip({ title, children }: { title: string; children: ReactElement }) {
  const hasPainted = useHasPainted();
  return hasPainted ? <Tooltip title={title}>{children}</Tooltip> : <span style={{ width: CONTROL_SIZE }} />;
}
