/**
 * Server entry for SQL of an app: its tables and those of collections, conditions that run on both databases, ids and
 * locks. SQL knows no rights: use it where the records API cannot say or write something.
 */

export { runCachedQuery, runCachedWhere } from '../server/db/cachedQuery.ts';
export type * from '../server/db/databaseSchema.ts';
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
export { acquireLock, acquireWriteLock } from '../server/db/writeLock.ts';
export { getVisibleConditions } from '../server/records/access/rowRules.ts';
export { findPage } from '../server/records/operations/readRecords.ts';
export { findRow, toAccountRecords } from '../server/records/read/findRecords.ts';
export { countRows, selectRows } from '../server/records/read/selectRecords.ts';
export { findStoredRecords, insertRecords, type StoredRecord } from '../server/records/read/storedRecords.ts';
export { splitIntoBatches } from '../server/records/schema/bulkStatements.ts';
export {
  type Collection,
  findCollection,
  getCollection,
  getColumn,
  getFieldLinkTable,
  type ListCondition,
  type NamedCollection,
} from '../server/records/schema/collection.ts';
export { type CollectionRow, toCollectionDb } from '../server/records/schema/collectionDb.ts';
export { toUniqueKey } from '../server/records/schema/indexKeys.ts';
export { toRecordValues, toRowColumns } from '../server/records/schema/recordRow.ts';
export { eraseDroppedRecords } from '../server/schemaSync/eraseDropped.ts';
export { isMe } from '../where/symbols.ts';
export { type Condition, toFieldComparison } from '../where/where.ts';
