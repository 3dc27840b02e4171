import { DataTableRenderContext } from 'ra-core';
import { ColumnsSelector, DataTableColumn } from 'react-admin';
import type { RowColumn } from './TableRows.tsx';

/** Renders react-admin's column selector into the popover of ColumnsButton. */
export default function ColumnChoice({ columns }: { columns: readonly RowColumn[] }) {
  return (
    <DataTableRenderContext value="columnsSelector">
      <ColumnsSelector>
        {columns.map(({ source, label }) => (
          <DataTableColumn key={source ?? label} source={source} label={label} />
        ))}
      </ColumnsSelector>
    </DataTableRenderContext>
  );
}
