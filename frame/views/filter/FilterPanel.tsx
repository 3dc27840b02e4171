import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Form, useListContext, useTranslate } from 'ra-core';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { usePrefetchPage } from '../../dataProvider/prefetchPage.ts';
import { choice } from '../../fields/index.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { useFieldLabel } from '../../parts/intl.ts';
import { omitEmpty } from '../../wire/wireValues.ts';
import { getOfferedSortFields } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useResolvedFilters } from './useResolvedFilters.ts';

const SORT_FIELD = 'sort-by';
const SORT_ORDER = 'sort-order';

/**
 * The filter panel. Filters apply on Apply; Apply and Clear return to page 1, and Clear restores the list's default
 * sort (spec 2).
 */
export default function FilterPanel() {
  const t = useTranslate();
  const { resource, role } = useView();
  const { filterValues, setFilters, sort, setSort, perPage } = useListContext();
  const filters = useResolvedFilters();
  const { sort: start } = resource.list;
  const sortable = useMemo(() => getOfferedSortFields(resource), [resource]);
  const sorting = useSortInputs(sortable);
  const record = useMemo(
    () => ({ ...filterValues, [SORT_FIELD]: sort.field, [SORT_ORDER]: sort.order }),
    [filterValues, sort.field, sort.order],
  );
  const toQuery = ({ [SORT_FIELD]: field, [SORT_ORDER]: order, ...filter }: Record<string, unknown>) => {
    // Filters without an input here (the search) stay.
    const others = Object.entries(filterValues).filter(([name]) => !filters.some((one) => one.name === name));
    const chosen = filters.map(({ name }) => [name, filter[name]]);
    return {
      sort: { field: String(field ?? sort.field), order: order === 'ASC' ? ('ASC' as const) : ('DESC' as const) },
      filter: omitEmpty(Object.fromEntries([...others, ...chosen])),
    };
  };
  // An applied form shows what the list shows already. If the list changes from elsewhere, the form resets.
  const applied = useRef('');
  const shown = JSON.stringify(record);
  const [drawn, setDrawn] = useState(shown);
  if (drawn !== shown && applied.current !== shown) setDrawn(shown);
  const apply = (values: Record<string, unknown>) => {
    const query = toQuery(values);
    applied.current = JSON.stringify({
      ...query.filter,
      [SORT_FIELD]: query.sort.field,
      [SORT_ORDER]: query.sort.order,
    });
    setSort(query.sort);
    setFilters(query.filter, undefined, false);
  };
  const clear = () => {
    applied.current = '';
    if (start) setSort(start);
    setFilters({}, undefined, false);
  };
  const prefetch = usePrefetchPage(resource.name);
  const unpaged = resource.api?.list?.[role]?.unpaged === true;
  const near = (values: Record<string, unknown>) => {
    if (!unpaged) prefetch({ page: 1, perPage, ...toQuery(values) });
  };
  const inputs = useMemo(
    () => [
      ...filters.map(({ name, label, field, input, required }) => (
        <FieldInput
          key={name}
          source={name}
          label={required ? `${label} *` : label}
          field={field}
          input={input}
          filter
        />
      )),
      ...(sortable.length > 0 ? sorting : []).map(({ name, label, field }) => (
        <FieldInput key={name} source={name} label={label} field={field} hideEmptyOption />
      )),
    ],
    [filters, sortable, sorting],
  );

  return (
    <Card component="section" aria-label={t('list.filters')} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Form key={drawn} record={record} sanitizeEmptyValues={false} resource={`${resource.name}-filters`}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
            // react-admin's fields have a minimum width of 160 px.
            '&& .MuiFormControl-root, && .MuiAutocomplete-root': { minWidth: 0 },
            '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
            alignItems: 'start',
          }}
        >
          {inputs}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          <ApplyButton onNear={near} onApply={apply} />
          <Button type="button" variant="outlined" onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        </Box>
      </Form>
    </Card>
  );
}

/** Returns the panel's inputs for sort field and order. */
function useSortInputs(sortable: readonly string[]) {
  const t = useTranslate();
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  return useMemo(() => {
    const named = (name: string) => t(`resources.${resource.name}.sorts.${name}`, { _: fieldLabel(name) });
    return [
      { name: SORT_FIELD, label: t('list.sortBy'), choices: sortable.map((id) => ({ id, name: named(id) })) },
      {
        name: SORT_ORDER,
        label: t('list.sortOrder'),
        choices: [
          { id: 'DESC', name: 'list.newestFirst' },
          { id: 'ASC', name: 'list.oldestFirst' },
        ],
      },
    ].map(({ name, label, choices }) => ({ name, label, field: { ...choice({ choices: [] }), choices } }));
  }, [resource.name, sortable, t, fieldLabel]);
}

interface ApplyButtonProps {
  onNear: (values: Record<string, unknown>) => void;
  onApply: (values: Record<string, unknown>) => void;
}

/** Prefetches the result when the pointer comes near, so that it is there with the click. */
function ApplyButton({ onNear, onApply }: ApplyButtonProps) {
  const t = useTranslate();
  const { getValues } = useFormContext();
  const near = () => onNear(getValues());
  // Replaces the form's submit, which would redraw every field. Enter clicks this button too.
  const apply = (event: MouseEvent) => {
    event.preventDefault();
    onApply(getValues());
  };
  return (
    <Button type="submit" variant="contained" onPointerEnter={near} onFocus={near} onClick={apply}>
      {t('list.applyFilters')}
    </Button>
  );
}
