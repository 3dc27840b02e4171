/** Internals of records for tests. They may change without notice. */

export { getAllowedRoles } from '../server/records/access/fieldAccess.ts';
export { findPage } from '../server/records/operations/readRecords.ts';
export { findRow, toRecords } from '../server/records/read/findRecords.ts';
export { countRows, selectRows } from '../server/records/read/selectRecords.ts';
export { type Collection, getCollection } from '../server/records/schema/collection.ts';
export { type CollectionRow, toCollectionDb } from '../server/records/schema/collectionDb.ts';
export { insertRow } from '../server/records/schema/linkRows.ts';
export { type RecordValues, toRecordValues, toRowColumns } from '../server/records/schema/recordRow.ts';
