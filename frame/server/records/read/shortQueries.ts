import { isFilteredByValue } from '../../../config/rowRules.ts';
import { toFieldComparison } from '../../../where/where.ts';
import { findSummaryKeys } from '../derived/summaryTables.ts';
import type { Collection, Column, ListCondition } from '../schema/collection.ts';
import { findListIndex } from '../schema/listIndexes.ts';

// A short query reads few entries of an index, however many records there are. It may run on the server's thread.

/** Comparisons that no index of an existing table serves. */
const UNINDEXED: readonly unknown[] = ['in', 'notIn', 'contains', 'startsWith', undefined];
const MAX_SHORT_ROWS = 100;
const MAX_SKIPPED_ROWS = 2000;
/** With up to so many records, SQLite finds them by the filter's index and sorts them: 10 to 60 ms. */
const MAX_SORTED_ROWS = 10_000;
/** Of more, a page among the first of them is read along the sort's index. Further ones would read most of the table. */
const MAX_SHARE_READ = 0.01;
/** Entries of index ranges that a page is merged from. */
const MAX_MERGED_ENTRIES = 5000;

/** True if hints of an existing table name an index for the conditions. */
const hasHintedIndex = ({ hints }: Collection, where: readonly ListCondition[]) =>
  hints !== undefined &&
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
  if (where.length === 0) return !sortColumn || findListIndex(collection, sortColumn) !== undefined;
  const keys = where[0]?.keys;
  const isMerged = !keys || (keys.found?.length ?? 0) * (size + skipped) <= MAX_MERGED_ENTRIES;
  const ruled = collection.columns.find(({ name }) => name === keys?.field);
  const column = ruled ?? [...(findSummaryKeys(collection, where)?.keys() ?? [])][0];
  const isOrdered = sortColumn && column && findListIndex(collection, sortColumn, column);
  return isMerged && isOrdered !== undefined && isShortCount(collection, where);
}

/**
 * Names the index of the sort order if a page of many records with one value is soon full along it, and no index has the
 * value and the order. SQLite keeps no statistics: it would read and sort all of them.
 */
export function chooseSortIndex(
  collection: Collection,
  where: readonly ListCondition[],
  { sortColumn, total, end }: { sortColumn?: Column | undefined; total: number; end: number },
): string | undefined {
  if (!sortColumn || total <= MAX_SORTED_ROWS || end > total * MAX_SHARE_READ) return undefined;
  const { columns, resource } = collection;
  const filters = where.flatMap(({ condition }) =>
    condition?.kind === 'compare' && condition.operator === 'equals'
      ? columns.filter(({ name }) => name === condition.path[0] && isFilteredByValue(resource, name))
      : [],
  );
  const isOrdered = filters.some((filter) => findListIndex(collection, sortColumn, filter) !== undefined);
  return filters.length > 0 && !isOrdered ? findListIndex(collection, sortColumn) : undefined;
}
