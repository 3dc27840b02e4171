import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { DataTable } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { type ColumnConfig, entriesFor, mayDo } from '../config/resource.ts';
import { PersonPhoto } from '../fields/parts/Person.tsx';
import { useFieldLabel } from '../fields/parts/tell.ts';
import { Value } from '../fields/parts/Value.tsx';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { RowAction } from './RowAction.tsx';
import { useOpenRecord } from './useOpenRecord.ts';

/** The least width of a name beside its photo in a table, in pixels. */
export const NAME_WIDTH = 120;

export type Column = ColumnConfig<string, string>;

/** The columns that the config gives the role of this view. */
export function useColumns(): Column[] {
  const { resource, role } = useView();
  return entriesFor<Column>(resource.list.columns, role);
}

/** The list as a table: react-admin's own, so that columns can be chosen, with the config's columns in it. */
export function RecordTable() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { resource, role } = useView();
  const { data = [], page = 1, perPage = 0, hasNextPage } = useListContext<AnyRecord>();
  const fieldLabel = useFieldLabel(resource);
  const columns = useColumns();
  const open = useOpenRecord();
  const sortable: readonly string[] = resource.list.sortable ?? [];
  // A host that sets its own page size shows it on every page but the last.
  const before = (page - 1) * (hasNextPage ? data.length : perPage);
  const numbers = new Map(data.map(({ id }, index) => [id, before + index + 1]));
  const readable = data[0] ? open(data[0]) !== null : false;
  return (
    <DataTable
      bulkActionButtons={mayDo(resource, role, 'delete') && resource.api === undefined ? undefined : false}
      rowClick={(_id, _resource, record) => {
        const target = open(record as AnyRecord);
        if (target) navigate(target.to, { state: target.state });
        return false;
      }}
    >
      <DataTable.Col
        label={t('list.number')}
        render={(record: AnyRecord) => (
          <Typography variant="body2" color="textSecondary">
            {numbers.get(record.id)}
          </Typography>
        )}
      />
      {columns.map((column) => (
        <DataTable.Col
          key={column.field}
          source={column.field}
          label={fieldLabel(column.field, column.label)}
          disableSort={!sortable.includes(column.field)}
          sx={resource.fields[column.field]?.kind.align === 'right' ? { textAlign: 'right' } : undefined}
          render={(record: AnyRecord) => <Cell column={column} record={record} />}
        />
      ))}
      {readable && (
        <DataTable.Col
          label={t('list.action')}
          render={(record: AnyRecord) => {
            const target = open(record);
            return (
              target && (
                <Button
                  component={Link}
                  to={target.to}
                  state={target.state}
                  size="small"
                  variant="outlined"
                  onClick={(event) => event.stopPropagation()}
                >
                  {t('list.view')}
                </Button>
              )
            );
          }}
        />
      )}
    </DataTable>
  );
}

/** One value of a row: with the photo before it, or as the control that changes it, where the config says so. */
export function Cell({ column, record }: { column: Column; record: AnyRecord }) {
  const { resource, role } = useView();
  const field = resource.fields[column.field];
  if (!field) return null;
  if (column.action && mayDo(resource, role, column.action))
    return <RowAction action={column.action} record={record} />;
  const value = (
    <Value
      field={field}
      source={column.field}
      record={record}
      missing={column.missing}
      component={column.component}
      compact
    />
  );
  if (!column.photo) return value;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonPhoto name={String(record[column.field] ?? '')} image={record[column.photo] as string | null} />
      <Box sx={{ minWidth: NAME_WIDTH, fontWeight: 550 }}>{value}</Box>
    </Box>
  );
}
