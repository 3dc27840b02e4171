import { Box, Button, Card } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import { useCellsLoaded } from '../../parts/customCells.tsx';
import { useLabelWithRecord } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { cardGrid } from '../shared/cardGridStyles.ts';
import { EmptyList, ListError, ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { useColumns, useTableFits } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useOpenRecord } from '../shared/useOpenRecord.ts';
import { CardList, RecordCardHeader } from './CardList.tsx';
import { RecordTable } from './RecordTable.tsx';
import { ValueCell } from './ValueCell.tsx';

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

const DeleteDialog = lazyComponent(() => import('../detail/DeleteDialog.tsx'));

/** The list as a grid of cards with View and Delete (spec 2). */
function CardGrid() {
  const { data = [] } = useListContext<AnyRecord>();
  const [deleting, setDeleting] = useState<AnyRecord | null>(null);
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, ...cardGrid }}>
      {data.map((record) => (
        <RecordCard key={record.id} record={record} onDelete={() => setDeleting(record)} />
      ))}
      {deleting && <DeleteDialog records={[deleting]} onClose={() => setDeleting(null)} />}
    </Box>
  );
}

function RecordCard({ record, onDelete }: { record: AnyRecord; onDelete: () => void }) {
  const t = useTranslate();
  const { resource, role } = useView();
  const link = useOpenRecord()(record);
  const addRecordName = useLabelWithRecord(resource);
  const [head, ...rest] = useColumns();
  if (!head) return null;
  return (
    <Card
      component="li"
      // Heads and buttons of a row of cards align.
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateRows: 'auto 1fr auto', position: 'relative' }}
    >
      <RecordCardHeader record={record} head={head} />
      <Box sx={{ display: 'grid', gap: 0.25, alignContent: 'start', color: 'text.secondary', fontSize: 13 }}>
        {rest.map((column) => (
          <ValueCell key={column.field} column={column} record={record} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, position: 'relative' }}>
        {link && (
          <Button
            component={Link}
            {...link}
            size="small"
            variant="outlined"
            aria-label={addRecordName(t('list.view'), record)}
          >
            {t('list.view')}
          </Button>
        )}
        {mayDo(resource, role, 'delete') && (
          <Button size="small" color="error" onClick={onDelete} aria-label={addRecordName(t('list.delete'), record)}>
            {t('list.delete')}
          </Button>
        )}
      </Box>
    </Card>
  );
}
