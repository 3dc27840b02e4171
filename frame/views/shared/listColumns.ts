import { useMediaQuery } from '@mui/material';
import { useMemo } from 'react';
import { getVisibleEntries, toEntry } from '../../config/app/entries.ts';
import type { ColumnConfig } from '../../config/resource.ts';
import { getOwnField } from '../../config/rowRules.ts';
import { TABLE_QUERIES } from '../../theme/tokens.ts';
import { filterByFeature } from './filterByFeature.ts';
import { useView } from './ResourceViewContext.tsx';

export interface Column extends ColumnConfig<string, string> {
  /** Columns that do not fit. Their values are shown below, with their labels. */
  stacked?: readonly { field: string; label: string }[];
}

/**
 * Returns the columns for this role. Columns hidden from the role are also removed from `secondary`, and a collection
 * has no column that names the person in each of their own records.
 */
export function useColumns(): Column[] {
  const { resource, role } = useView();
  return useMemo(() => {
    const own = resource.api ? undefined : getOwnField(resource, role);
    const columns = filterByFeature(getVisibleEntries<Column>(resource.list.columns, role)).filter(
      ({ field }) => field !== own,
    );
    const hiddenFields = resource.list.columns
      .map((column) => toEntry<Column>(column).field)
      .filter((field) => columns.every((column) => column.field !== field));
    return columns.map((column) => ({
      ...column,
      secondary: column.secondary?.filter((field) => !hiddenFields.includes(field)),
    }));
  }, [resource, role]);
}

/** Returns the table's columns. If not all fit, some show below others (`secondary`). */
export function useTableColumns(): Column[] {
  const columns = useColumns();
  const wide = useMediaQuery(TABLE_QUERIES.wide, { noSsr: true });
  return useMemo(() => {
    if (wide) return columns.map((column) => ({ ...column, secondary: undefined }));
    const stacked = columns.flatMap(({ secondary = [] }) => secondary);
    return columns.filter(({ field }) => !stacked.includes(field));
  }, [columns, wide]);
}

/** True if a table fits; otherwise rows are cards. */
export const useTableFits = (): boolean => useMediaQuery(TABLE_QUERIES.fits, { noSsr: true });
