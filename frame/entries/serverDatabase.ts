/** Server entry for SQL of an app: tables, conditions that run on both databases, ids and locks. */

export { runCachedQuery, runCachedWhere } from '../server/db/cachedQuery.ts';
export type { AccountRow, Db, NotificationRow, Schema } from '../server/db/databaseSchema.ts';
export { runIfEmpty } from '../server/db/firstStart.ts';
export {
  aggregateRowsAsJson,
  expandJsonNumbers,
  expandJsonTexts,
  insertRows,
  isSqlite,
} from '../server/db/jsonLists.ts';
export { newId } from '../server/db/newId.ts';
export type { DatabaseKind } from '../server/db/openDatabase.ts';
export { runMigrationStep } from '../server/db/runMigrationStep.ts';
export { toSearchKey } from '../server/db/searchKey.ts';
export { selectFromIndex } from '../server/db/selectFromIndex.ts';
export { acquireWriteLock } from '../server/db/writeLock.ts';
export type { ListCondition } from '../server/records/schema/collection.ts';
export { isMe } from '../where/symbols.ts';
export { type Condition, toFieldComparison } from '../where/where.ts';
