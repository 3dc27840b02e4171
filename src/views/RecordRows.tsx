import { RecordContextProvider, useDataTableConfigContext, useDataTableDataContext, useStore } from 'ra-core';
import {
  Children,
  createContext,
  isValidElement,
  type MouseEvent,
  memo,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import { SelectRowCheckbox } from 'react-admin';
import type { AnyRecord } from '../wire/binding.ts';

/** What the rows of a table have in common. */
interface RowsContext {
  /** Where react-admin keeps which columns are hidden. */
  storeKey: string;
  /** The number of the first row. */
  first: number;
  /** Called for a click on a row, or on a link in it; rows that open nothing have none. */
  onOpen: ((record: AnyRecord) => void) | undefined;
}
export const RowsContext = createContext<RowsContext>({ storeKey: '', first: 1, onOpen: undefined });

/** A column as the table's children declare it. One without `render` holds the number of the row. */
interface ColumnProps {
  source?: string;
  label?: ReactNode;
  className?: string;
  render?: (record: AnyRecord) => ReactNode;
}

const NONE: string[] = [];

/**
 * The body of react-admin's DataTable, drawn without MUI: a row is drawn again only when its record or the columns
 * change, and not with everything else that a list tells of.
 */
export function RecordRows({ children }: { children?: ReactNode }) {
  const data = useDataTableDataContext<AnyRecord>();
  const { hasBulkActions } = useDataTableConfigContext();
  const { storeKey, first, onOpen } = useContext(RowsContext);
  const [hidden] = useStore<string[]>(storeKey, NONE);
  const columns = useMemo(
    () =>
      Children.toArray(children)
        .filter((child): child is ReactElement<ColumnProps> => isValidElement(child))
        .map(({ props }) => props)
        .filter(({ source, label }) => !hidden.includes(source ?? String(label))),
    [children, hidden],
  );
  return (
    <tbody className="datatable-body">
      {data?.map((record, index) => (
        <Row
          key={record.id}
          record={record}
          number={first + index}
          columns={columns}
          choosable={hasBulkActions === true}
          onOpen={onOpen}
        />
      ))}
    </tbody>
  );
}

interface RowProps {
  record: AnyRecord;
  number: number;
  columns: readonly ColumnProps[];
  choosable: boolean;
  onOpen: RowsContext['onOpen'];
}

/** A link opened elsewhere (a new tab, a download) is the browser's business. */
const isForBrowser = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey;

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
      {columns.map(({ source, label, className, render }) => (
        <td key={source ?? String(label)} className={`cell ${className ?? ''} column-${source}`}>
          {render ? render(record) : <span className="second">{number}</span>}
        </td>
      ))}
    </tr>
  );
});
