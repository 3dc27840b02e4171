import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import FirstPage from '@mui/icons-material/FirstPage';
import LastPage from '@mui/icons-material/LastPage';
import { Box, IconButton, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { usePrefetchPage } from '../../dataProvider/prefetchPage.ts';
import { readsCollection } from '../../dataProvider/readsCollection.ts';
import { useCellsLoaded } from '../../parts/customCells.tsx';
import { useNumberText } from '../../parts/intl.ts';
import { hasFeature } from '../../session/session.ts';
import { useColumns } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { usePageSize } from './usePageSize.ts';

/** Returns the shown page, clamped to existing pages, and their number. */
function usePages() {
  const { page, total, perPage, meta, hasNextPage } = useListContext();
  const totalPages: unknown = meta?.totalPages;
  // Hosts with cursors only say whether there is a next page.
  const isOpenEnded = typeof totalPages !== 'number' && total === undefined;
  const counted = typeof totalPages === 'number' ? totalPages : Math.ceil((total ?? 0) / perPage);
  const pages = Math.max(1, isOpenEnded ? page + (hasNextPage ? 1 : 0) : counted);
  return { shown: Math.min(Math.max(1, page), pages), pages, isOpenEnded };
}

/** Returns a function that prefetches a page, unless the list holds all of them. */
function usePrefetch(pages: number) {
  const { resource, role } = useView();
  const { perPage, sort, filterValues } = useListContext();
  const prefetch = usePrefetchPage(resource.name);
  const unpaged = !readsCollection(resource) && resource.api?.list?.[role]?.unpaged === true;
  return (page: number) => {
    if (!unpaged && page <= pages) prefetch({ page, perPage, sort, filter: filterValues });
  };
}

/** Previous, next and 'Page X of Y' (spec 2). Pointing at the button prefetches the next page. */
export function Pagination() {
  const t = useTranslate();
  const numberText = useNumberText();
  const { setPage, total, data } = useListContext();
  const size = usePageSize();
  const { shown, pages, isOpenEnded } = usePages();
  const prefetch = usePrefetch(pages);
  // It appears with the records, which wait for the code of their cells.
  const areCellsLoaded = useCellsLoaded(useColumns());
  if (!data || !areCellsLoaded || (pages === 1 && data.length === 0)) return null;
  const place = t(isOpenEnded ? 'list.pageAlone' : 'list.page', { page: numberText(shown), pages: numberText(pages) });
  const first = (shown - 1) * size;
  const hasEnds = total !== undefined && pages > 2;
  return (
    <Box
      component="nav"
      aria-label={place}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
    >
      <PageSizeSelect />
      {total !== undefined && total > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
          {t('list.rows', {
            from: numberText(first + 1),
            to: numberText(Math.min(total, first + data.length)),
            total: numberText(total),
          })}
        </Typography>
      )}
      {hasEnds && (
        <IconButton aria-label={t('list.first')} disabled={shown <= 1} onClick={() => setPage(1)}>
          <FirstPage />
        </IconButton>
      )}
      <IconButton aria-label={t('list.previous')} disabled={shown <= 1} onClick={() => setPage(shown - 1)}>
        <ChevronLeft />
      </IconButton>
      <Typography variant="body2" aria-live="polite">
        {place}
      </Typography>
      <IconButton
        aria-label={t('list.next')}
        disabled={shown >= pages}
        // Also after a click, while the pointer stays.
        onPointerMove={() => prefetch(shown + 1)}
        onFocus={() => prefetch(shown + 1)}
        onClick={() => setPage(shown + 1)}
      >
        <ChevronRight />
      </IconButton>
      {hasEnds && (
        <IconButton aria-label={t('list.last')} disabled={shown >= pages} onClick={() => setPage(pages)}>
          <LastPage />
        </IconButton>
      )}
    </Box>
  );
}

const PAGE_SIZES = [10, 25, 50, 100];

/** Selects the rows per page, if the host allows it. */
function PageSizeSelect() {
  const t = useTranslate();
  const { resource, role } = useView();
  const { perPage, setPerPage, total } = useListContext();
  const binding = resource.api?.list?.[role];
  const feature = binding?.call.parameterFeatures?.perPage;
  const free = readsCollection(resource) || binding?.unpaged === true || (feature !== undefined && hasFeature(feature));
  if (!free || total === undefined || total <= Math.min(perPage, PAGE_SIZES[0] ?? 0)) return null;
  const sizes = [...new Set([...PAGE_SIZES, perPage])].toSorted((a, b) => a - b);
  return (
    <label className="page-size">
      <span>{t('list.perPage')}</span>
      <select value={perPage} onChange={({ target }) => setPerPage(Number(target.value))}>
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  );
}
