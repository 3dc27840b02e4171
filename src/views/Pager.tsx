import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';

/** Previous and next, and 'Page X of Y', clamped between 1 and the last page (spec 2). */
export function Pager() {
  const t = useTranslate();
  const { page, setPage, total, perPage, meta, data } = useListContext();
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
      <IconButton aria-label={t('list.next')} disabled={shown >= pages} onClick={() => setPage(shown + 1)}>
        <ChevronRight />
      </IconButton>
    </Box>
  );
}
