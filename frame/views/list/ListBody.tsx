import { Card } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useCellsLoaded } from '../../parts/customCells.tsx';
import { EmptyList, ListError, ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { useColumns, useTableFits } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { CardGrid } from './CardGrid.tsx';
import { CardList } from './CardList.tsx';
import { RecordTable } from './RecordTable.tsx';

/** The records of the list as table, card grid or phone cards, or a placeholder. */
export function ListBody() {
  const { resource } = useView();
  const { data, error, isPending: isListPending, isPlaceholderData, refetch } = useListContext();
  const isPending = !useCellsLoaded(useColumns()) || isListPending;
  const wide = useTableFits();
  const layout = resource.list.layout === 'cards' ? 'cards' : wide ? 'table' : 'rows';
  if (isPending && layout !== 'table') return <ListSkeleton layout={layout} />;
  // Records of the previous page or filter.
  const isStale = isPlaceholderData === true && data !== undefined;
  if (data?.length && layout !== 'table')
    return <StaleOverlay isStale={isStale}>{layout === 'cards' ? <CardGrid /> : <CardList />}</StaleOverlay>;
  return (
    <Card sx={{ minWidth: 0 }}>
      <StaleOverlay isStale={isStale}>
        {isPending ? (
          <ListSkeleton layout="table" />
        ) : data?.length ? (
          <RecordTable />
        ) : error && !data ? (
          <ListError message={error.message} onRetry={refetch} />
        ) : (
          <EmptyList />
        )}
      </StaleOverlay>
    </Card>
  );
}

/** Marks records of the previous page or filter while the requested ones load. */
function StaleOverlay({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className={isStale ? 'late' : undefined} aria-busy={isStale}>
      {isStale && <div role="status" aria-label={t('dashboard.loading')} className="late-sign" />}
      {children}
    </div>
  );
}
