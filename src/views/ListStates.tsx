import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { mayDo } from '../config/resource.ts';
import { useLabel } from '../fields/parts/tell.ts';
import { useView } from './context.tsx';

/** What happened, and a way to try again (spec 8: the table gives way to the red text). */
export function ListError({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useTranslate();
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, p: 5, textAlign: 'center' }}>
      <Typography color="error">{message}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </Box>
  );
}

/** One kind sentence and, where there is one, the next step. */
export function EmptyList({ text }: { text?: string }) {
  const t = useTranslate();
  const tell = useLabel();
  const { resource, role } = useView();
  const { filterValues, setFilters } = useListContext();
  const filtered = Object.keys(filterValues ?? {}).length > 0;
  const form = mayDo(resource, role, 'create') ? resource.roles[role]?.form : undefined;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, p: 5, textAlign: 'center' }}>
      <Typography color="textSecondary">
        {text ?? (resource.list.empty ? tell(resource.list.empty) : t('list.nothing'))}
      </Typography>
      {filtered ? (
        <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
          {t('list.clearFilters')}
        </Button>
      ) : (
        form &&
        !text && (
          <Button variant="outlined" component={Link} to={form}>
            {resource.create?.title ? tell(resource.create.title) : t('form.save')}
          </Button>
        )
      )}
    </Box>
  );
}

/** The shape of what comes, so that nothing jumps. */
export function ListSkeleton({ layout, rows = 10 }: { layout: 'table' | 'rows' | 'cards'; rows?: number }) {
  const t = useTranslate();
  const grid =
    layout === 'cards'
      ? { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }
      : { display: 'grid', gap: layout === 'rows' ? 1.5 : 0 };
  const height = { table: 57, rows: 132, cards: 148 }[layout];
  return (
    <Box role="status" aria-label={t('dashboard.loading')} sx={grid}>
      {Array.from({ length: rows }, (_, index) => index + 1).map((row) => (
        <Box key={row} sx={{ height, display: 'flex', alignItems: 'center', px: 2, gap: 2 }}>
          <Skeleton variant="circular" width={36} height={36} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${55 + ((row * 13) % 35)}%`} />
            {layout !== 'table' && <Skeleton width="40%" />}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
