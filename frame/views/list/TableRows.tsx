import { useDataTableDataContext, useListContext, useTranslate } from 'ra-core';
import { Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import { formatDayAndTime } from '../../fields/date.ts';
import { useIntl, useLabelWithRecord } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { usePreloadForm } from '../detail/preloadedEditView.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { opensElsewhere } from '../shared/useOpenRecord.ts';

export interface RowColumn {
  /** Undefined for columns without a field. */
  source?: string;
  label: string;
  className?: string;
  /** Left out for the row number. */
  render?: (record: AnyRecord) => ReactNode;
}

interface TableRowsProps {
  columns: readonly RowColumn[];
  first: number;
  choosable: boolean;
  /** The date field that groups rows by day. */
  days?: string | undefined;
  /** Called when a row or a link in it is clicked. Undefined if rows open nothing. */
  onOpen: ((record: AnyRecord) => void) | undefined;
  /** Called instead of `onOpen` when a row is clicked beside its links. */
  onEdit: ((record: AnyRecord) => void) | undefined;
}

/** The table's body, rendered without MUI. A row re-renders only if its record or the columns change. */
export function TableRows({ columns, first, choosable, days, onOpen, onEdit }: TableRowsProps) {
  const data = useDataTableDataContext<AnyRecord>() ?? [];
  const { selectedIds = [], onToggleItem, onSelect, total = 0 } = useListContext<AnyRecord>();
  const intl = useIntl();
  const preloadForm = usePreloadForm();
  const dayOf = (record: AnyRecord) => (days ? formatDayAndTime(String(record[days] ?? ''), intl).day : '');
  // The first and last day may continue on other pages.
  const last = first + data.length - 1;
  const isCut = (day: string) =>
    (first > 1 && day === dayOf(data[0] as AnyRecord)) || (last < total && day === dayOf(data.at(-1) as AnyRecord));
  const chosen = new Set<unknown>(selectedIds);
  const toggleAll = (records: readonly AnyRecord[], on: boolean) => {
    const ids = records.map(({ id }) => id);
    const others = selectedIds.filter((id) => !ids.includes(String(id)));
    onSelect(on ? [...others, ...ids] : others);
  };
  return (
    <tbody className="datatable-body">
      {data.map((record, index) => {
        const day = dayOf(record);
        const begins = days !== undefined && (index === 0 || dayOf(data[index - 1] as AnyRecord) !== day);
        const together = begins ? data.filter((one) => dayOf(one) === day) : [];
        return (
          <Fragment key={record.id}>
            {begins && (
              <DayRow
                day={day}
                columnCount={columns.length}
                choosable={choosable}
                chosen={together.every(({ id }) => chosen.has(id))}
                count={together.length}
                isPartial={isCut(day)}
                onToggle={(on) => toggleAll(together, on)}
              />
            )}
            <TableRow
              record={record}
              number={first + index}
              columns={columns}
              choosable={choosable}
              chosen={chosen.has(record.id)}
              onToggle={onToggleItem}
              onOpen={onOpen}
              onEdit={onEdit}
              onPoint={onEdit && preloadForm}
            />
          </Fragment>
        );
      })}
    </tbody>
  );
}

interface DayRowProps {
  day: string;
  columnCount: number;
  choosable: boolean;
  chosen: boolean;
  count: number;
  isPartial: boolean;
  onToggle: (on: boolean) => void;
}

function SelectCell({ chosen, label, onToggle }: { chosen: boolean; label: string; onToggle: (on: boolean) => void }) {
  return (
    <td className="cell cell-choice">
      <label className="choice">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={label}
          onChange={({ target }) => onToggle(target.checked)}
        />
      </label>
    </td>
  );
}

/** Heads a day's rows and selects all of them. */
function DayRow({ day, columnCount, choosable, chosen, count, isPartial, onToggle }: DayRowProps) {
  const t = useTranslate();
  const choose = t(isPartial ? 'list.chooseAllHere' : 'list.chooseAll', { day });
  return (
    <tr className="day-row">
      {choosable && <SelectCell chosen={chosen} label={choose} onToggle={onToggle} />}
      <th className="cell" colSpan={columnCount} scope="rowgroup">
        {day} <span className="second">{isPartial ? t('list.onPage', { count }) : count}</span>
      </th>
    </tr>
  );
}

interface TableRowProps extends Omit<TableRowsProps, 'first' | 'days'> {
  record: AnyRecord;
  number: number;
  chosen: boolean;
  onToggle: (id: AnyRecord['id']) => void;
  onPoint: ((id: AnyRecord['id']) => void) | undefined;
}

const TableRow = memo(function Row(props: TableRowProps) {
  const { record, number, columns, choosable, chosen, onToggle, onOpen, onEdit, onPoint } = props;
  const t = useTranslate();
  const { resource } = useView();
  const named = useLabelWithRecord(resource);
  const open = (event: MouseEvent) => {
    const target = event.target as Element;
    // The checkbox and dialogs rendered inside the row open nothing.
    if (target.closest('.choice') || !event.currentTarget.contains(target)) return;
    const link = target.closest('a');
    if (!onOpen || (link && opensElsewhere(event))) return;
    event.preventDefault();
    (link ? onOpen : (onEdit ?? onOpen))(record);
  };
  return (
    <tr
      className={onOpen ? 'RaDataTable-row row row-opens' : 'RaDataTable-row row'}
      onClick={open}
      onPointerMove={onPoint && (() => onPoint(record.id))}
    >
      {choosable && (
        <SelectCell
          chosen={chosen}
          label={named(t('ra.action.select_row'), record)}
          onToggle={() => onToggle(record.id)}
        />
      )}
      {columns.map(({ source, label, className = '', render }) => (
        <td key={source ?? label} className={`cell ${className}`}>
          {render ? render(record) : <span className="second">{number}</span>}
        </td>
      ))}
    </tr>
  );
});
