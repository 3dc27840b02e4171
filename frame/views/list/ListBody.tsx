import Card from '@mui/material/Card';
import { useListContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useCellsLoaded } from '../../parts/customCells.ts';
import { EmptyList, ListError, ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { useColumns, useTableFits } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { CardGrid } from './CardGrid.tsx';
import { CardList } from './CardList.tsx';
import { RecordTable } from './RecordTable.tsx';

/** The records of the list around: a table, a grid of cards, or rows as cards on a phone; or what stands in their place. */
export function ListBody({ empty }: { empty?: string }) {
  const { resource } = useView();
  const { data, error, isPending: awaited, isPlaceholderData, refetch } = useListContext();
  const isPending = !useCellsLoaded(useColumns()) || awaited;
  const wide = useTableFits();
  const layout = resource.list.layout === 'cards' ? 'cards' : wide ? 'table' : 'rows';
  if (isPending && layout !== 'table') return <ListSkeleton layout={layout} />;
  // Of another page or filter, until what was asked for is there.
  const old = isPlaceholderData === true && data !== undefined;
  if (data?.length && layout !== 'table')
    return <StaleOverlay late={old}>{layout === 'cards' ? <CardGrid /> : <CardList />}</StaleOverlay>;
  return (
    <Card sx={{ minWidth: 0 }}>
      <StaleOverlay late={old}>
        {isPending ? (
          <ListSkeleton layout="table" />
        ) : data?.length ? (
          <RecordTable />
        ) : error && !data ? (
          <ListError message={error.message} onRetry={refetch} />
        ) : (
          <EmptyList text={empty} />
        )}
      </StaleOverlay>
    </Card>
  );
}

/** Shows while `late` that what is to stand here is on its way. */
function StaleOverlay({ late, children }: { late: boolean; children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className={late ? 'late' : undefined} aria-busy={late}>
      {late && <div role="status" aria-label={t('dashboard.loading')} className="late-sign" />}
      {children}
    </div>
  );
}
