import { useMediaQuery } from '@mui/material';
import { useListContext } from 'ra-core';
import { CardGrid } from './CardGrid.tsx';
import { useView } from './context.tsx';
import { EmptyList, ListError, ListSkeleton } from './ListStates.tsx';
import { RecordTable } from './RecordTable.tsx';
import { RowCards } from './RowCards.tsx';

/** The records of the list around: a table, a grid of cards, or rows as cards on a phone; or what stands in their place. */
export function ListBody({ empty }: { empty?: string }) {
  const { resource } = useView();
  const { data, error, isPending, refetch } = useListContext();
  const wide = useMediaQuery('(min-width:600px)', { noSsr: true });
  const layout = resource.list.layout === 'cards' ? 'cards' : wide ? 'table' : 'rows';
  if (error && !data) return <ListError message={error.message} onRetry={refetch} />;
  if (isPending) return <ListSkeleton layout={layout} />;
  if (!data?.length) return <EmptyList text={empty} />;
  if (layout === 'cards') return <CardGrid />;
  return layout === 'table' ? <RecordTable /> : <RowCards />;
}
