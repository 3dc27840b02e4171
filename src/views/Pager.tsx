import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useGetList, useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useView } from './context.tsx';

/** Asks for the next page of the list around once `page` is told: as the list itself would, so that it finds it there. */
function useNextPage(page: number | null) {
  const { resource, role } = useView();
  const { perPage, sort, filterValues } = useListContext();
  const whole = resource.api?.list?.[role]?.whole === true;
  useGetList(
    resource.name,
    { pagination: { page: page ?? 1, perPage }, sort, filter: filterValues },
    { enabled: page !== null && !whole, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
}

/**
 * Previous and next, and 'Page X of Y', clamped between 1 and the last page (spec 2). A hand that comes near the
 * button has the next page fetched: it is there with the click, and nobody's host is asked for pages in vain.
 */
export function Pager() {
  const t = useTranslate();
  const { page, setPage, total, perPage, meta, data } = useListContext();
  const [wanted, setWanted] = useState<number | null>(null);
  useNextPage(wanted === page + 1 ? wanted : null);
  const told: unknown = meta?.totalPages;
  const pages = Math.max(1, typeof told === 'number' ? told : Math.ceil((total ?? 0) / perPage));
  const shown = Math.min(Math.max(1, page), pages);
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
        onPointerEnter={() => setWanted(shown + 1)}
        onFocus={() => setWanted(shown + 1)}
        onClick={() => setPage(shown + 1)}
      >
        <ChevronRight />
      </IconButton>
    </Box>
  );
}
