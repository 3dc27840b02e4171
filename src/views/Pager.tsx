import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { useFetchAhead } from '../dataProvider/ahead.ts';
import { useView } from './context.tsx';

/**
 * Previous and next, and 'Page X of Y', clamped between 1 and the last page (spec 2). A hand that comes near the
 * button has the next page fetched: it is there with the click, and nobody's host is asked for pages in vain.
 */
export function Pager() {
  const t = useTranslate();
  const { resource, role } = useView();
  const { page, setPage, total, perPage, meta, sort, filterValues, data } = useListContext();
  const fetchAhead = useFetchAhead(resource.name);
  const told: unknown = meta?.totalPages;
  const pages = Math.max(1, typeof told === 'number' ? told : Math.ceil((total ?? 0) / perPage));
  const shown = Math.min(Math.max(1, page), pages);
  const whole = resource.api?.list?.[role]?.whole === true;
  const near = (next: number) => {
    if (!whole && next <= pages) fetchAhead({ page: next, perPage, sort, filter: filterValues });
  };
  if (!data || (pages === 1 && data.length === 0)) return null;
  return (
    <Box
      component="nav"
      aria-label={t('list.page', { page: shown, pages })}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
    >
      <IconButton aria-label={t('list.previous')} disabled={shown <= 1} onClick={() => setPage(shown - 1)}>
        <ChevronLeft />
      </IconButton>
      <Typography variant="body2" aria-live="polite">
        {t('list.page', { page: shown, pages })}
      </Typography>
      <IconButton
        aria-label={t('list.next')}
        disabled={shown >= pages}
        // Not only as it enters: after a click it stays, for another.
        onPointerMove={() => near(shown + 1)}
        onFocus={() => near(shown + 1)}
        onClick={() => setPage(shown + 1)}
      >
        <ChevronRight />
      </IconButton>
    </Box>
  );
}
