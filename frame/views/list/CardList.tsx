import { Box, Card, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { isChoice } from '../../fields/fieldTypes.ts';
import { toLine } from '../../fields/showValue.ts';
import { CoverLink } from '../../parts/CoverLink.tsx';
import { showField, useColumnLabel, useIntl } from '../../parts/intl.ts';
import { PersonPhoto } from '../../parts/PersonPhoto.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { rowCardGrid } from '../shared/cardGridStyles.ts';
import { type Column, useColumns } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useOpenRecord } from '../shared/useOpenRecord.ts';
import { SecondaryLines, ValueCell } from './ValueCell.tsx';

/** The list on a phone: each row a card with person, time and status. */
export function CardList() {
  const { data = [] } = useListContext<AnyRecord>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, ...rowCardGrid }}>
      {data.map((record) => (
        <Card
          key={record.id}
          component="li"
          sx={{ p: 2, display: 'grid', gap: 1.25, alignContent: 'start', position: 'relative' }}
        >
          <ListCard record={record} />
        </Card>
      ))}
    </Box>
  );
}

function ListCard({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const { resource } = useView();
  const columnLabel = useColumnLabel(resource);
  const [first, ...others] = useColumns();
  if (!first) return null;
  const secondary = others.filter(({ cards }) => cards === 'secondary').map(({ field }) => field);
  const head = { ...first, secondary: [...secondary, ...(first.secondary ?? [])] };
  const rest = others.filter(({ cards }) => cards !== false);
  const beneath = new Set(head.secondary);
  const isChip = ({ field: name }: Column) => {
    const field = resource.fields[name];
    return isChoice(field) && field.chip === true;
  };
  const hasValue = ({ field }: Column) => (record[field] ?? '') !== '';
  // Chips have no label, so a missing value would be unclear.
  const chips = rest.filter((column) => isChip(column) && hasValue(column));
  // A hidden column, which a card shows for lack of a choice, says nothing if it is empty.
  const isShown = (column: Column) =>
    !(column.hidden || column.hideEmpty) || column.action !== undefined || hasValue(column);
  const lines = rest.filter((column) => !isChip(column) && !beneath.has(column.field) && isShown(column));
  return (
    <>
      <RecordCardHeader record={record} head={head} />
      {lines.map((column) => (
        <Box key={column.field} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Typography variant="body2" color="textSecondary" sx={{ flex: 'none', width: '6.5rem' }}>
            {columnLabel(column)}
          </Typography>
          {/* Editable values lie over the card's link. */}
          <Box sx={{ minWidth: 0, flex: 1, ...(column.action && { position: 'relative', zIndex: 1 }) }}>
            <ValueCell column={column} record={record} inline />
          </Box>
        </Box>
      ))}
      {chips.length > 0 && (
        <Box
          role="group"
          aria-label={t('list.actions')}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            position: 'relative',
            zIndex: 1,
            width: 'fit-content',
          }}
        >
          {chips.map((column) => (
            <ValueCell key={column.field} column={column} record={record} />
          ))}
        </Box>
      )}
    </>
  );
}

/** Photo, name and secondary lines of a card. The name's link covers the whole card. */
export function RecordCardHeader({ record, head }: { record: AnyRecord; head: Column }) {
  const { resource } = useView();
  const intl = useIntl();
  const open = useOpenRecord();
  const target = open(record);
  const shown = showField(resource, head.field, record, intl);
  const name = toLine(shown);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      {head.photo && <PersonPhoto name={name} image={record[head.photo] as string | null} size={44} />}
      <Box sx={{ minWidth: 0, '& .second-cut': { whiteSpace: 'normal' } }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'break-word' }}>
          {target ? <CoverLink {...target}>{name}</CoverLink> : name}
        </Typography>
        <SecondaryLines column={head} record={record} />
      </Box>
    </Box>
  );
}
