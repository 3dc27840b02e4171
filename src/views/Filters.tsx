import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { Form, useListContext, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { choice } from '../fields/index.ts';
import { FieldInput } from '../fields/inputs/index.tsx';
import { nonEmpty } from '../wire/values.ts';
import { useView } from './context.tsx';
import { useFilters } from './filterConfigs.ts';

const SORT_FIELD = 'sort-by';
const SORT_ORDER = 'sort-order';

/**
 * The open filter panel: nothing happens until Apply; Apply and Clear go back to page 1,
 * Clear restores the list's own order as well (spec 2).
 */
export default function Filters() {
  const t = useTranslate();
  const { resource } = useView();
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const filters = useFilters();
  const { sortable = [], sort: start } = resource.list;
  const sorting = useMemo(() => {
    const named = (name: string) =>
      t(`resources.${resource.name}.sorts.${name}`, { _: t(`resources.${resource.name}.fields.${name}`) });
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
  }, [resource.name, sortable, t]);

  const record = useMemo(
    () => ({ ...filterValues, [SORT_FIELD]: sort.field, [SORT_ORDER]: sort.order }),
    [filterValues, sort.field, sort.order],
  );
  const apply = (values: Record<string, unknown>) => {
    const { [SORT_FIELD]: field, [SORT_ORDER]: order, ...filter } = values;
    setSort({ field: String(field ?? sort.field), order: order === 'ASC' ? 'ASC' : 'DESC' });
    // What the panel has no input for (the search) stays.
    const others = Object.entries(filterValues).filter(([name]) => !filters.some((one) => one.name === name));
    const chosen = filters.map(({ name }) => [name, filter[name]]);
    setFilters(nonEmpty(Object.fromEntries([...others, ...chosen])), undefined, false);
  };
  const clear = () => {
    if (start) setSort(start);
    setFilters({}, undefined, false);
  };

  return (
    <Card component="section" aria-label={t('list.showFilters')} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Form
        key={JSON.stringify(record)}
        record={record}
        onSubmit={apply}
        sanitizeEmptyValues={false}
        resource={`${resource.name}-filters`}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
            // Selects and fields of react-admin's would not go below 160 px.
            '&& .MuiFormControl-root, && .MuiAutocomplete-root': { minWidth: 0 },
            '& > :last-of-type:nth-of-type(odd)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
            alignItems: 'start',
          }}
        >
          {filters.map(({ name, label, field, input, required }) => (
            <FieldInput
              key={name}
              source={name}
              label={required ? `${label} *` : label}
              field={field}
              input={input}
              filter
            />
          ))}
          {sortable.length > 0 &&
            sorting.map(({ name, label, field }) => (
              <FieldInput key={name} source={name} label={label} field={field} />
            ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          <Button type="submit" variant="contained">
            {t('list.applyFilters')}
          </Button>
          <Button type="button" variant="outlined" onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        </Box>
      </Form>
    </Card>
  );
}
