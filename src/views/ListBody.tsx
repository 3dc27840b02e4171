import Card from '@mui/material/Card';
import { useListContext } from 'ra-core';
import { CardGrid } from './CardGrid.tsx';
import { useTableFits } from './columns.ts';
import { useView } from './context.tsx';
import { EmptyList, ListError, ListSkeleton } from './ListStates.tsx';
import { RecordTable } from './RecordTable.tsx';
import { RowCards } from './RowCards.tsx';

/** The records of the list around: a table, a grid of cards, or rows as cards on a phone; or what stands in their place. */
export function ListBody({ empty }: { empty?: string }) {
  const { resource } = useView();
  const { data, error, isPending, refetch } = useListContext();
  const wide = useTableFits();
  const layout = resource.list.layout === 'cards' ? 'cards' : wide ? 'table' : 'rows';
  if (isPending && layout !== 'table') return <ListSkeleton layout={layout} />;
  if (data?.length && layout !== 'table') return layout === 'cards' ? <CardGrid /> : <RowCards />;
  return (
    <Card sx={{ minWidth: 0 }}>
      {isPending ? (
        <ListSkeleton layout="table" />
      ) : data?.length ? (
        <RecordTable />
      ) : error && !data ? (
        <ListError message={error.message} onRetry={refetch} />
      ) : (
        <EmptyList text={empty} />
      )}
    </Card>
  );
}
