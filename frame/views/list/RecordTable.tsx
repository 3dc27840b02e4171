import { Button, Table, TableCell, TableHead, TableRow, useMediaQuery } from '@mui/material';
import { DataTableBase, DataTableRenderContext, useListContext, useStore, useTranslate } from 'ra-core';
import { useContext, useMemo, useState } from 'react';
import { BulkActionsToolbar, DataTableClasses, DataTableHeadCell, DataTableRoot } from 'react-admin';
import { listBulkActions } from '../../config/actions.ts';
import { mayDo } from '../../config/resource.ts';
import { useColumnLabel, useIntl, useLabelWithRecord } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { NARROW_TABLE_WIDTH, TABLE_QUERIES } from '../../theme/tokens.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { BulkActionPickers, useBulkActionNames } from '../bulk/BulkActionPicker.tsx';
import { useSelectedRecords } from '../bulk/ListSelection.tsx';
import { useHasPainted } from '../shared/afterPaint.ts';
import { isAllowed } from '../shared/canAccess.ts';
import { getOfferedSortFields } from '../shared/filterByFeature.ts';
import { type Column, useTableColumns } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useEditRecord, useOpenRecord, useShowRecord } from '../shared/useOpenRecord.ts';
import { ColumnChoiceContext } from './ColumnsButton.tsx';
import {
  type ColumnWidth,
  fitColumns,
  getCheckboxWidth,
  getFieldWidth,
  getFixedWidth,
  toCssWidths,
} from './columnWidths.ts';
import { useTabs } from './ListTabs.tsx';
import { type RowColumn, TableRows } from './TableRows.tsx';
import { usePageSize } from './usePageSize.ts';
import { useWidth } from './useWidth.ts';
import { StackedCell } from './ValueCell.tsx';

const BulkActions = lazyComponent(() => import('../bulk/BulkActionButtons.tsx'));
const DeleteDialog = lazyComponent(() => import('../detail/DeleteDialog.tsx'));
const ColumnChoice = lazyComponent(() => import('./ColumnChoice.tsx'));

/** The list as react-admin's table with its column selection, order and sorting, but with our own rows. */
export function RecordTable() {
  const { resource, role } = useView();
  const { sort } = useListContext<AnyRecord>();
  const first = useFirstNumber();
  const { choosing } = useContext(ColumnChoiceContext);
  const show = useShowRecord();
  const edit = useEditRecord();
  const isNarrow = useMediaQuery(`(max-width:${NARROW_TABLE_WIDTH - 0.05}px)`, { noSsr: true });
  const isWide = useMediaQuery(TABLE_QUERIES.wide, { noSsr: true });
  const [table, setTable] = useState<HTMLElement | null>(null);
  // Resources of a host show all columns in wide windows (spec 2).
  const isCollection = resource.api === undefined;
  const showsAll = isWide && !isCollection;
  const available = useWidth(showsAll ? null : table);
  const { current } = useTabs();
  const deletable = (isCollection || resource.api?.deleteMany?.[role] !== undefined) && mayDo(resource, role, 'delete');
  const bulk = isCollection ? listBulkActions(resource, role) : [];
  const choosable = useBulkActionNames().length > 0 || deletable || bulk.length > 0;
  const { hidden, hiddenByDefault } = useHiddenColumns(isNarrow);
  const { all, shown: requested } = useRowColumns(hidden, isNarrow, isWide);
  const shown = useMemo(
    () => stackColumns(requested, available - (choosable ? getCheckboxWidth(isNarrow).pixels : 0)),
    [requested, available, choosable, isNarrow],
  );
  return (
    <DataTableBase hasBulkActions={choosable} hiddenColumns={hiddenByDefault} loading={null} empty={null}>
      <DataTableRoot className={DataTableClasses.root}>
        {choosable && (
          <BulkActionsToolbar>
            <PageSelectionHint />
            {bulk.length > 0 && <BulkActions actions={bulk} />}
            <BulkActionPickers />
            {deletable && <BulkDelete />}
          </BulkActionsToolbar>
        )}
        <div ref={showsAll ? undefined : setTable} className={DataTableClasses.tableWrapper}>
          <Table size="small" className={`${DataTableClasses.table} fixed-table`}>
            <ColumnGroup
              widths={[...(choosable ? [getCheckboxWidth(isNarrow)] : []), ...shown.map(({ width }) => width)]}
            />
            <TableHeader
              choosable={choosable}
              columns={shown}
              added={isNarrow || choosing ? [] : (current?.extraColumns ?? [])}
            />
            <TableRows
              columns={shown}
              first={first}
              choosable={choosable}
              days={current?.groupByDay === sort.field ? current?.groupByDay : undefined}
              onOpen={resource.show && mayDo(resource, role, 'show') ? show : edit}
              onEdit={edit}
            />
          </Table>
        </div>
      </DataTableRoot>
      {choosing && <ColumnChoice columns={all} />}
    </DataTableBase>
  );
}

interface TableHeaderProps {
  columns: readonly RowColumn[];
  added: readonly string[];
  choosable: boolean;
}

/** The head cells. `added` names hidden columns that the tab shows, which react-admin would omit. */
function TableHeader({ columns, added, choosable }: TableHeaderProps) {
  const sortable = getOfferedSortFields(useView().resource);
  // Sort buttons have tooltips, whose layout effects would draw the screen twice before its first paint.
  const hasPainted = useHasPainted();
  return (
    <DataTableRenderContext value="header">
      <TableHead className={DataTableClasses.thead}>
        <TableRow className={`${DataTableClasses.row} ${DataTableClasses.headerRow}`}>
          {choosable && <SelectPageCell />}
          {columns.map(({ source = '', label, className }) => (
            <DataTableHeadCell
              key={source || label}
              source={added.includes(source) ? undefined : source || undefined}
              label={label}
              // Screen readers announce cells by this label, not by the sort button's.
              aria-label={label}
              className={className}
              disableSort={!hasPainted || !sortable.includes(source)}
            />
          ))}
        </TableRow>
      </TableHead>
    </DataTableRenderContext>
  );
}

/** Selects all rows of the page. react-admin's own cell passes a prop that MUI 9 removed. */
function SelectPageCell() {
  const t = useTranslate();
  const { data = [], selectedIds = [], onSelect } = useListContext<AnyRecord>();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(String(id)));
  return (
    <TableCell padding="checkbox" variant="head" className={DataTableClasses.headerCell}>
      <label className="choice">
        <input
          type="checkbox"
          checked={ids.length > 0 && ids.every((id) => selectedIds.includes(id))}
          aria-label={t('ra.action.select_all')}
          onChange={({ target }) => onSelect(target.checked ? [...others, ...ids] : others)}
        />
      </label>
    </TableCell>
  );
}

/** Tells that rows of other pages are selected, too, or that the page's rows are, but not the whole list. */
function PageSelectionHint() {
  const t = useTranslate();
  const { data = [], selectedIds = [], total = 0 } = useListContext<AnyRecord>();
  const elsewhere = selectedIds.filter((id) => !data.some((record) => record.id === id)).length;
  if (elsewhere > 0) return <span className="second">{t('list.onOtherPages', { smart_count: elsewhere })}</span>;
  const whole = data.length > 0 && data.every(({ id }) => selectedIds.includes(id));
  return whole && selectedIds.length < total ? (
    <span className="second">{t('list.pageOnly', { count: selectedIds.length, total })}</span>
  ) : null;
}

/** Returns the number of the first shown row. While another page loads, the previous one is still shown. */
function useFirstNumber(): number {
  const { page = 1, isPlaceholderData } = useListContext<AnyRecord>();
  const first = (page - 1) * usePageSize() + 1;
  const [shown, setShown] = useState(first);
  if (isPlaceholderData) return shown;
  if (shown !== first) setShown(first);
  return first;
}

/** Column widths never depend on content, so paging and edits move no column. */
function ColumnGroup({ widths }: { widths: readonly ColumnWidth[] }) {
  return (
    <colgroup>
      {toCssWidths(widths).map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no state
        <col key={place} style={{ width }} />
      ))}
    </colgroup>
  );
}

const NO_RANKS: never[] = [];

interface SizedColumn extends RowColumn {
  width: ColumnWidth;
  /** Left out for columns without a field. */
  column?: Column;
  stacks?: boolean;
}

/** Returns the columns that fit `available` px. The first one with a field shows the others' values. */
function stackColumns(columns: readonly SizedColumn[], available: number): SizedColumn[] {
  const fitting = fitColumns(columns, available);
  const stacked = columns
    .filter((one) => !fitting.includes(one))
    .flatMap(({ column, label }) => (column ? [{ field: column.field, label }] : []));
  const head = fitting.findIndex(({ column }) => column);
  if (stacked.length === 0) return fitting;
  return fitting.map((one, place) =>
    place === head && one.column ? { ...one, ...renderColumn({ ...one.column, stacked }) } : one,
  );
}

const renderColumn = (column: Column) => ({
  column,
  render: (record: AnyRecord) => <StackedCell column={column} record={record} />,
});

/** Returns the columns in the chosen order. Columns added since come last. */
function orderColumns<C>(columns: readonly C[], ranks: readonly number[]): C[] {
  const moved = ranks.filter((place) => place < columns.length);
  const order = [...moved, ...columns.map((_, place) => place).filter((place) => !moved.includes(place))];
  return order.flatMap((place) => columns[place] ?? []);
}

interface HiddenColumns {
  hidden: string[];
  hiddenByDefault: string[];
}

/** Returns the fields of the columns that the person, the config or the tab hides. */
function useHiddenColumns(isNarrow: boolean): HiddenColumns {
  const { resource } = useView();
  const columns = useTableColumns();
  const hiddenByDefault = useMemo(() => columns.filter((column) => column.hidden).map(({ field }) => field), [columns]);
  const [chosen] = useStore<string[]>(`${resource.name}.datatable`, hiddenByDefault);
  const { current } = useTabs();
  // A narrow table has no room for a tab's extra columns.
  const hidden = useMemo(() => {
    const extra = isNarrow ? [] : (current?.extraColumns ?? []);
    return [...chosen.filter((name) => !extra.includes(name)), ...(current?.hiddenColumns ?? [])];
  }, [chosen, current, isNarrow]);
  return { hidden, hiddenByDefault };
}

/** Returns all table columns, and those that the person sees, in their order. */
function useRowColumns(hidden: string[], isNarrow: boolean, isWide: boolean): Record<'all' | 'shown', SizedColumn[]> {
  const t = useTranslate();
  const intl = useIntl();
  const { resource, role } = useView();
  const columnLabel = useColumnLabel(resource);
  const addRecordName = useLabelWithRecord(resource);
  const columns = useTableColumns();
  const open = useOpenRecord();
  const [ranks] = useStore<number[]>(`${resource.name}.datatable_columnRanks`, NO_RANKS);
  return useMemo(() => {
    const link = (record: AnyRecord) => (
      <a className="row-link" href={open(record)?.to} aria-label={addRecordName(t('list.view'), record)}>
        {t('list.view')}
      </a>
    );
    const sortable = getOfferedSortFields(resource);
    const createExtraColumn = (label: string, render?: typeof link) => ({
      label,
      width: getFixedWidth(label, render !== undefined, isNarrow),
      ...(render && { render, className: 'cell-open' }),
    });
    const all: SizedColumn[] = [
      createExtraColumn(t('list.number')),
      ...columns.flatMap((column, place) => {
        const { field: source, action = '' } = column;
        const field = resource.fields[source];
        if (!field) return [];
        const label = columnLabel(column);
        const sorts = sortable.includes(source);
        const chooses = isAllowed(resource, role, action) || source === resource.states?.field;
        return {
          source,
          label,
          // The record's name is bold, unless its kind has a fixed width, which fits regular text.
          className: field.kind.align === 'right' ? 'cell-end' : place === 0 && !field.kind.width ? 'cell-head' : '',
          width: getFieldWidth(column, field, label, { sorts, chooses, isName: place === 0, isNarrow, isWide, intl }),
          stacks: place > 0 && !chooses,
          ...renderColumn(column),
        };
      }),
      ...(resource.show && mayDo(resource, role, 'show') ? [createExtraColumn(t('list.action'), link)] : []),
    ];
    const shown = orderColumns(all, ranks).filter(({ source, label }) => !hidden.includes(source ?? label));
    return { all, shown };
  }, [t, intl, isNarrow, isWide, resource, role, columnLabel, addRecordName, columns, open, hidden, ranks]);
}

function BulkDelete() {
  const t = useTranslate();
  const { onUnselectItems } = useListContext();
  const records = useSelectedRecords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        {t('list.delete')}
      </Button>
      {asking && <DeleteDialog records={records} onClose={() => setAsking(false)} onDeleted={onUnselectItems} />}
    </>
  );
}
