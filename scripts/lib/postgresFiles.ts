/** Tests of queries, types, schema changes, locks and notices, which differ in PostgreSQL. The slowest run nightly. */
const FRAME = [
  ...['changeKept', 'changePairs', 'collectionChanges', 'collectionTables', 'collections'],
  ...['folding', 'hostileCollections', 'recordRules', 'swallowed', 'where'],
];
const PORTAL = [
  ...['appointments', 'auditChain', 'baseline', 'trash', 'changeConfigs', 'changeTogether'],
  ...['collectionImport', 'collectionReports', 'collectionValues', 'counts', 'deleteAlong', 'events'],
  ...['everyKind', 'existingWhere', 'find', 'hanging', 'import', 'kept', 'laboratoryNames', 'lookups', 'onDelete'],
  ...['patients', 'planQuestions', 'rollups', 'rows', 'several', 'turns'],
];

/** The files that `npm test` also runs on PostgreSQL; the nightly suite runs all files. */
export const postgresFiles: readonly string[] = [
  ...FRAME.map((name) => `frame/tests/api/${name}.test.ts`),
  ...PORTAL.map((name) => `tests/api/${name}.test.ts`),
];
