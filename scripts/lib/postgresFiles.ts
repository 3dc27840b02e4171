/**
 * Tests of what PostgreSQL does in its own way: queries, types, schema changes, locks, isolation, notices, several servers.
 * What takes longest of it (backups, demo data, kills, outages) is left to the night.
 */
const FRAME = [
  ...['changeKept', 'changePairs', 'collectionChanges', 'collectionTables', 'collections'],
  ...['folding', 'hostileCollections', 'starting', 'swallowed'],
];
const PORTAL = [
  ...['appointments', 'auditChain', 'baseline', 'bin', 'changeConfigs', 'changeOldest', 'changeTogether'],
  ...['collectionImport', 'collectionReports', 'collectionValues', 'counts', 'deleteAlong', 'events'],
  ...['everyKind', 'find', 'hanging', 'import', 'importTogether', 'kept', 'laboratoryNames', 'lookups', 'onDelete'],
  ...['patients', 'postgresTls', 'rollups', 'rows', 'several', 'transactions', 'turns'],
];

/** The files that `npm test` runs on PostgreSQL as well; the nightly suite runs all of them. */
export const postgresFiles: readonly string[] = [
  ...FRAME.map((name) => `frame/tests/api/${name}.test.ts`),
  ...PORTAL.map((name) => `tests/api/${name}.test.ts`),
];
