import { toFieldComparison } from '../../../where/where.ts';
import { serverParts } from '../../parts.ts';
import { findSummaryKeys } from '../derived/summaryTables.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { getSortableFields, isFilteredByValue } from '../schema/filterableFields.ts';

// A short query reads few entries of an index, however many records there are. It may run on the server's thread.

/** Comparisons that no index of an existing table serves. */
const UNINDEXED: readonly unknown[] = ['in', 'notIn', 'contains', 'startsWith', undefined];
const MAX_SHORT_ROWS = 100;
const MAX_SKIPPED_ROWS = 2000;
/** Entries of index ranges that a page is merged from. */
const MAX_MERGED_ENTRIES = 5000;

/** True if hints of an existing table name an index for the conditions. */
const hasHintedIndex = ({ table }: Collection, where: readonly ListCondition[]) =>
  serverParts().tableHints?.[table] !== undefined &&
  where.every(({ condition }) => !UNINDEXED.includes(condition && toFieldComparison(condition)?.operator));

/** True if a summary table counts the records by single values, and by few keys of a row rule. */
export function isShortCount(collection: Collection, where: readonly ListCondition[]): boolean {
  if (collection.existingTable) return hasHintedIndex(collection, where);
  const keys = findSummaryKeys(collection, where);
  const isRuleShort = where.every(({ keys }) => !keys || keys.found);
  return isRuleShort && keys !== undefined && [...keys.values()].every((values) => values.length === 1);
}

/** True if one index finds the page in its order: that of all records, or of those with one value. */
export function isShortPage(
  collection: Collection,
  where: readonly ListCondition[],
  { sortColumn, size, skipped }: { sortColumn?: Column | undefined; size: number; skipped: number },
): boolean {
  if (collection.existingTable) return hasHintedIndex(collection, where);
  if (size > MAX_SHORT_ROWS || skipped > MAX_SKIPPED_ROWS || where.length > 1) return false;
  const isOrdered = sortColumn?.indexed === true && getSortableFields(collection.resource).has(sortColumn.name);
  if (where.length === 0) return isOrdered || !sortColumn;
  const keys = where[0]?.keys;
  const isMerged = !keys || (keys.found?.length ?? 0) * (size + skipped) <= MAX_MERGED_ENTRIES;
  const ruled = collection.columns.find(({ name }) => name === keys?.field);
  const column = ruled ?? [...(findSummaryKeys(collection, where)?.keys() ?? [])][0];
  return isMerged && isOrdered && isShortCount(collection, where) && isIndexedBy(collection, column);
}

const isIndexedBy = (collection: Collection, column: Column | undefined) =>
  column?.indexed === true && isFilteredByValue(collection, column);
