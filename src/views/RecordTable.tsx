import { useListContext, useTranslate } from 'ra-core';
import { useCallback, useMemo } from 'react';
import { DataTable } from 'react-admin';
import { useNavigate } from 'react-router';
import { mayDo } from '../config/resource.ts';
import { useFieldLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { StackedCell } from './Cell.tsx';
import { useTableColumns } from './columns.ts';
import { useView } from './context.tsx';
import { RecordRows, RowsContext } from './RecordRows.tsx';
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
  const readable = resource.show !== undefined && mayDo(resource, role, 'show');
  // A host that sets its own page size shows it on every page but the last.
  const first = (page - 1) * (hasNextPage ? data.length : perPage) + 1;
  const onOpen = useCallback(
    (record: AnyRecord) => {
      const target = open(record);
      if (target) navigate(target.to, { state: target.state });
    },
    [navigate, open],
  );
  const storeKey = `${resource.name}.datatable`;
  const rows = useMemo(
    () => ({ storeKey, first, onOpen: readable ? onOpen : undefined }),
    [storeKey, first, onOpen, readable],
  );
  const children = useMemo(() => {
    const sortable: readonly string[] = resource.list.sortable ?? [];
    return [
      <DataTable.Col key="number" label={t('list.number')} />,
      ...columns.map((column) => (
        <DataTable.Col
          key={column.field}
          source={column.field}
          label={fieldLabel(column.field, column.label)}
          disableSort={!sortable.includes(column.field)}
          className={[
            resource.fields[column.field]?.kind.align === 'right' && 'cell-end',
            column.under?.length && 'cell-narrow',
          ]
            .filter(Boolean)
            .join(' ')}
          render={(record: AnyRecord) => <StackedCell column={column} record={record} />}
        />
      )),
      readable && (
        <DataTable.Col
          key="action"
          label={t('list.action')}
          render={(record: AnyRecord) => (
            <a className="row-link" href={open(record)?.to}>
              {t('list.view')}
            </a>
          )}
        />
      ),
    ];
  }, [t, resource, columns, fieldLabel, open, readable]);
  return (
    <RowsContext value={rows}>
      <DataTable
        bulkActionButtons={mayDo(resource, role, 'delete') && resource.api === undefined ? undefined : false}
        body={RecordRows}
        rowClick={false}
      >
        {children}
      </DataTable>
    </RowsContext>
  );
}
