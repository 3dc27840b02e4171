import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'ra-core';
import { DataTable } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { mayDo } from '../config/resource.ts';
import { useFieldLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { StackedCell } from './Cell.tsx';
import { useTableColumns } from './columns.ts';
import { useView } from './context.tsx';
import { useOpenRecord } from './useOpenRecord.ts';

/** The most width in px of a column that tells others beneath its own value. */
export const UNDER_WIDTH = 240;

/** The list as a table: react-admin's own, so that columns can be chosen, with the config's columns in it. */
export function RecordTable() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { resource, role } = useView();
  const { data = [], page = 1, perPage = 0, hasNextPage } = useListContext<AnyRecord>();
  const fieldLabel = useFieldLabel(resource);
  const columns = useTableColumns();
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
          sx={{
            textAlign: resource.fields[column.field]?.kind.align,
            maxWidth: column.under?.length ? UNDER_WIDTH : undefined,
          }}
          render={(record: AnyRecord) => <StackedCell column={column} record={record} />}
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
