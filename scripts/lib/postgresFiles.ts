/** Tests of what PostgreSQL does in its own way: queries, types, schema changes, locks, isolation, notices, several servers. */
const FRAME = [
  ...['changeKept', 'changeKilled', 'changePairs', 'collectionChanges', 'collectionTables', 'collections'],
  ...['folding', 'hostileCollections', 'starting', 'swallowed'],
];
const PORTAL = [
  ...['appointments', 'auditChain', 'backup', 'baseline', 'bin', 'changeConfigs', 'changeOldest', 'changeTogether'],
  ...['collectionImport', 'collectionReports', 'collectionSize', 'collectionValues', 'counts', 'custody', 'dashboards'],
  ...['deleteAlong', 'demo', 'events', 'eventsServers', 'everyKind', 'fhir', 'find', 'hanging', 'hookLimits'],
  'hostile',
  ...['import', 'importTogether', 'kept', 'keptSums', 'laboratoryNames', 'lookups', 'onDelete', 'operating', 'outages'],
  ...['owners', 'patients', 'planCommand', 'postgresTls', 'rollups', 'rows', 'several', 'transactions'],
  ...['turns', 'visitReports'],
];

/** The files that `npm test` runs on PostgreSQL as well; the nightly suite runs all of them. */
export const postgresFiles: readonly string[] = [
  ...FRAME.map((name) => `frame/tests/api/${name}.test.ts`),
  ...PORTAL.map((name) => `tests/api/${name}.test.ts`),
];
