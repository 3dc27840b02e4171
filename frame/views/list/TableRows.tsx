import { useDataTableDataContext, useListContext, useTranslate } from 'ra-core';
import { Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import { formatDayAndTime } from '../../fields/date.ts';
import { useIntl, useLabelWithRecord } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { opensElsewhere } from '../shared/useOpenRecord.ts';

/** A column of a table of records. */
export interface RowColumn {
  /** The field, where it is one's. */
  source?: string;
  label: string;
  className?: string;
  /** Draws the cell; left out, it holds the number of the row. */
  render?: (record: AnyRecord) => ReactNode;
}

interface TableRowsProps {
  columns: readonly RowColumn[];
  /** The number of the first row. */
  first: number;
  /** Whether rows can be chosen, for what is done to many. */
  choosable: boolean;
  /** The date whose days part the rows. */
  days?: string | undefined;
  /** Called for a click on a row or on a link in it; rows that open nothing have none. */
  onOpen: ((record: AnyRecord) => void) | undefined;
}

/**
 * The body of react-admin's table, drawn without MUI: a row is drawn again only when its record or the columns change,
 * and not with everything else that a list shows.
 */
export function TableRows({ columns, first, choosable, days, onOpen }: TableRowsProps) {
  const data = useDataTableDataContext<AnyRecord>() ?? [];
  const { selectedIds = [], onToggleItem, onSelect, total = 0 } = useListContext<AnyRecord>();
  const intl = useIntl();
  const dayOf = (record: AnyRecord) => (days ? formatDayAndTime(String(record[days] ?? ''), intl).day : '');
  // The days at the page's ends may go on outside it.
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
  /** The day may have more rows on another page. */
  isPartial: boolean;
  onToggle: (on: boolean) => void;
}

/** The box that chooses a row, or a day's rows. */
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

/** The head of a day's rows, by which all of them can be chosen. */
function DayRow({ day, columnCount: width, choosable, chosen, count, isPartial: cut, onToggle }: DayRowProps) {
  const t = useTranslate();
  const choose = t(cut ? 'list.chooseAllHere' : 'list.chooseAll', { day });
  return (
    <tr className="day-row">
      {choosable && <SelectCell chosen={chosen} label={choose} onToggle={onToggle} />}
      <th className="cell" colSpan={width} scope="rowgroup">
        {day} <span className="second">{cut ? t('list.onPage', { count }) : count}</span>
      </th>
    </tr>
  );
}

interface TableRowProps extends Omit<TableRowsProps, 'first' | 'days'> {
  record: AnyRecord;
  number: number;
  chosen: boolean;
  onToggle: (id: AnyRecord['id']) => void;
}

const TableRow = memo(function Row({ record, number, columns, choosable, chosen, onToggle, onOpen }: TableRowProps) {
  const t = useTranslate();
  const { resource } = useView();
  const named = useLabelWithRecord(resource);
  const open = (event: MouseEvent) => {
    const target = event.target as Element;
    // The box that chooses the row, and what lies over it in a dialog of its own, open nothing.
    if (target.closest('.choice') || !event.currentTarget.contains(target)) return;
    const link = target.closest('a');
    if (!onOpen || (link && opensElsewhere(event))) return;
    event.preventDefault();
    onOpen(record);
  };
  return (
    <tr className={onOpen ? 'RaDataTable-row row row-opens' : 'RaDataTable-row row'} onClick={open}>
      {choosable && (
        <SelectCell
          chosen={chosen}
          label={named(t('ra.action.select_row'), record)}
          onToggle={() => onToggle(record.id)}
        />
      )}
      {columns.map(({ source, label, className = '', render: draw }) => (
        <td key={source ?? label} className={`cell ${className}`}>
          {draw ? draw(record) : <span className="second">{number}</span>}
        </td>
      ))}
    </tr>
  );
});
