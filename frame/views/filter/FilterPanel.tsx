import Add from '@mui/icons-material/Add';
import { Box, Button, Card } from '@mui/material';
import { Form, type SortPayload, useListContext, useTranslate } from 'ra-core';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { usePrefetchPage } from '../../dataProvider/prefetchPage.ts';
import { readsCollection } from '../../dataProvider/readsCollection.ts';
import { choice } from '../../fields/index.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { useFieldLabel } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { omitEmpty } from '../../wire/wireValues.ts';
import { getOfferedSortFields } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useConditionFields } from './conditionFields.ts';
import { CONDITIONS, createRow, FIXED, findMissingValues, fromWhere, toWhere } from './conditionTree.ts';
import { useConditionTexts } from './useConditionTexts.ts';
import { useResolvedFilters } from './useResolvedFilters.ts';

const SORT_FIELD = 'sort-by';
const SORT_ORDER = 'sort-order';

const ConditionBuilder = lazyComponent(() => import('./ConditionBuilder.tsx'));

type FormValues = Record<string, unknown>;

const toFormValues = (filter: FormValues, { field, order }: SortPayload): FormValues => ({
  ...filter,
  [SORT_FIELD]: field,
  [SORT_ORDER]: order,
});

/** Returns a function that converts form values to filters and order of the list. */
function useToQuery() {
  const { resource } = useView();
  const { filterValues, sort } = useListContext();
  const filters = useResolvedFilters();
  return ({ [SORT_FIELD]: field, [SORT_ORDER]: order, [CONDITIONS]: rows, ...values }: FormValues) => {
    // Filters without an input here (the search) stay.
    const others = Object.entries(filterValues).filter(([name]) => !filters.some((one) => one.name === name));
    const chosen = filters.map(({ name }) => [name, values[name]]);
    const where = rows === FIXED ? filterValues.where : rows && toWhere(rows as never);
    return {
      sort: { field: String(field ?? sort.field), order: order === 'ASC' ? ('ASC' as const) : ('DESC' as const) },
      filter: omitEmpty({ ...Object.fromEntries([...others, ...chosen]), ...(readsCollection(resource) && { where }) }),
    };
  };
}

/** Returns the form's values and key. If the list changes from elsewhere, the form gets a new key, and so resets. */
function useFilterForm() {
  const { resource } = useView();
  const { filterValues, sort, setFilters, setSort } = useListContext();
  const toQuery = useToQuery();
  const fields = useConditionFields();
  // An applied form shows what the list shows already.
  const applied = useRef('');
  const shown = JSON.stringify(toFormValues(filterValues, sort));
  const [drawn, setDrawn] = useState(shown);
  if (drawn !== shown && applied.current !== shown) setDrawn(shown);
  const record = useMemo(() => {
    const values: FormValues = JSON.parse(shown);
    if (!readsCollection(resource) || values.where === undefined) return values;
    return { ...values, [CONDITIONS]: fromWhere(values.where, fields) ?? FIXED };
  }, [shown, resource, fields]);
  const apply = (values: FormValues) => {
    const query = toQuery(values);
    applied.current = JSON.stringify(toFormValues(query.filter, query.sort));
    setSort(query.sort);
    setFilters(query.filter, undefined, false);
  };
  const clear = () => {
    applied.current = '';
    if (resource.list.sort) setSort(resource.list.sort);
    setFilters({}, undefined, false);
  };
  return { drawn, record, apply, clear };
}

/** The filter panel. Apply and Clear return to page 1; Clear restores the list's default sort (spec 2). */
export default function FilterPanel() {
  const t = useTranslate();
  const { resource } = useView();
  const { drawn, record, apply, clear } = useFilterForm();
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
          {useFilterInputs()}
        </Box>
        {readsCollection(resource) && <Conditions />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          <ApplyButton onApply={apply} />
          <Button type="button" variant="outlined" onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        </Box>
      </Form>
    </Card>
  );
}

/** Returns the inputs for filters and sorting. Keeps the elements, so that React does not draw them for each list. */
function useFilterInputs() {
  const { resource } = useView();
  const filters = useResolvedFilters();
  const sortable = useMemo(() => getOfferedSortFields(resource), [resource]);
  const sorting = useSortInputs(sortable);
  return useMemo(
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
}

/** The rows of conditions, or a button that adds the first one. */
function Conditions() {
  const t = useConditionTexts();
  const { setValue } = useFormContext();
  const [first] = useConditionFields();
  if (useWatch({ name: CONDITIONS })) return <ConditionBuilder />;
  if (!first) return null;
  const add = () => setValue(CONDITIONS, { join: 'and', rows: [createRow(first)] });
  return (
    <Button startIcon={<Add />} sx={{ mt: 1, ml: -1 }} onClick={add}>
      {t('conditions.more')}
    </Button>
  );
}

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

/** Applies the filters. Prefetches the result when the pointer comes near, so that it is there with the click. */
function ApplyButton({ onApply }: { onApply: (values: FormValues) => void }) {
  const t = useConditionTexts();
  const { resource, role } = useView();
  const { perPage } = useListContext();
  const { getValues, setError, setFocus } = useFormContext();
  const prefetch = usePrefetchPage(resource.name);
  const toQuery = useToQuery();
  const near = () => {
    if (readsCollection(resource) || !resource.api?.list?.[role]?.unpaged)
      prefetch({ page: 1, perPage, ...toQuery(getValues()) });
  };
  // Replaces the form's submit, which would redraw every field. Enter clicks this button too.
  const apply = (event: MouseEvent) => {
    event.preventDefault();
    const rows = getValues(CONDITIONS);
    const missing = rows && rows !== FIXED ? findMissingValues(rows) : [];
    for (const source of missing) setError(source, { message: t('conditions.missing') });
    if (missing[0]) setFocus(missing[0]);
    else onApply(getValues());
  };
  return (
    <Button type="submit" variant="contained" onPointerEnter={near} onFocus={near} onClick={apply}>
      {t('list.applyFilters')}
    </Button>
  );
}
