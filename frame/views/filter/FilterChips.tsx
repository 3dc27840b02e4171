import { Box, Chip } from '@mui/material';
import { useGetList, useListContext, useReference, useTranslate } from 'ra-core';
import { getResource } from '../../config/registry.ts';
import { formatDay } from '../../fields/date.ts';
import { getInputOptions } from '../../fields/fieldTypes.ts';
import { fillTemplate } from '../../fields/reference.ts';
import { showValue, useIntl } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { getReferenceOptions } from '../../parts/referenceOptions.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { type ResolvedFilter, useResolvedFilters } from './useResolvedFilters.ts';

const WhereChip = lazyComponent(() => import('./WhereChip.tsx'));

/** Shows the active filters as removable chips while the panel is closed. */
export function FilterChips() {
  const { filterValues, setFilters } = useListContext();
  const filters = useResolvedFilters().filter(({ name }) => filterValues[name] !== undefined);
  const { resource } = useView();
  const hasWhere = !resource.api && filterValues.where !== undefined;
  if (filters.length === 0 && !hasWhere) return null;
  const without = (name: string) => {
    const { [name]: _gone, ...rest } = filterValues;
    setFilters(rest, undefined, false);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {filters.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={filterValues[filter.name]}
          onRemove={() => without(filter.name)}
        />
      ))}
      {hasWhere && <WhereChip where={filterValues.where} onRemove={() => without('where')} />}
    </Box>
  );
}

interface FilterChipProps {
  filter: ResolvedFilter;
  value: unknown;
  onRemove: () => void;
}

function FilterChip({ filter, value, onRemove }: FilterChipProps) {
  const t = useTranslate();
  const intl = useIntl();
  const { to, text, value: valueField = 'id' } = getReferenceOptions(filter.field);
  const isSingle = to !== '' && valueField === 'id' && !getResource(to).api;
  const referred = useGetList(
    to,
    { pagination: { page: 1, perPage: 1000 }, sort: { field: 'id', order: 'ASC' }, filter: {} },
    { enabled: Boolean(to) && !isSingle },
  );
  const one = useReference({ reference: to, id: String(value), options: { enabled: isSingle } });
  const found = isSingle ? one.referenceRecord : referred.data?.find((record) => record[valueField] === value);
  const { choices = [] } = getInputOptions(filter.field);
  const choice = choices.find((one) => typeof one === 'object' && String(one.id) === String(value));
  const valueText =
    typeof choice === 'object'
      ? t(choice.name)
      : filter.input === 'date'
        ? formatDay(String(value), intl)
        : found && to
          ? fillTemplate(text ?? getResource(to).title, found)
          : (showValue(filter.field, value, intl)?.text ?? String(value));
  return (
    <Chip
      variant="outlined"
      label={`${filter.label}: ${valueText}`}
      onDelete={onRemove}
      slotProps={{ root: { 'aria-label': t('list.removeFilter', { filter: `${filter.label}: ${valueText}` }) } }}
    />
  );
}
