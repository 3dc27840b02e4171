import { RecordContextProvider, useDataTableDataContext } from 'ra-core';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { SelectRowCheckbox } from 'react-admin';
import type { AnyRecord } from '../wire/binding.ts';
import { isForBrowser } from './useOpenRecord.ts';

/** A column of a table of records. */
export interface RowColumn {
  /** The field, where it is one's. */
  source?: string;
  label: string;
  className?: string;
  /** Draws the cell; left out, it holds the number of the row. */
  draw?: (record: AnyRecord) => ReactNode;
}

interface RowsProps {
  columns: readonly RowColumn[];
  /** The number of the first row. */
  first: number;
  /** Whether rows can be chosen, for what is done to many. */
  choosable: boolean;
  /** Called for a click on a row or on a link in it; rows that open nothing have none. */
  onOpen: ((record: AnyRecord) => void) | undefined;
}

/**
 * The body of react-admin's table, drawn without MUI: a row is drawn again only when its record or the columns change,
 * and not with everything else that a list tells of.
 */
export function RecordRows({ columns, first, choosable, onOpen }: RowsProps) {
  const data = useDataTableDataContext<AnyRecord>();
  return (
    <tbody className="datatable-body">
      {data?.map((record, index) => (
        <Row
          key={record.id}
          record={record}
          number={first + index}
          columns={columns}
          choosable={choosable}
          onOpen={onOpen}
        />
      ))}
    </tbody>
  );
}

interface RowProps extends Omit<RowsProps, 'first'> {
  record: AnyRecord;
  number: number;
}

const Row = memo(function Row({ record, number, columns, choosable, onOpen }: RowProps) {
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!onOpen || (link && isForBrowser(event))) return;
    event.preventDefault();
    onOpen(record);
  };
  return (
    <tr className={onOpen ? 'RaDataTable-row row row-opens' : 'RaDataTable-row row'} onClick={open}>
      {choosable && (
        <td className="cell cell-choice">
          <RecordContextProvider value={record}>
            <SelectRowCheckbox />
          </RecordContextProvider>
        </td>
      )}
      {columns.map(({ source, label, className = '', draw }) => (
        <td key={source ?? label} className={`cell ${className}`}>
          {draw ? draw(record) : <span className="second">{number}</span>}
        </td>
      ))}
    </tr>
  );
});
