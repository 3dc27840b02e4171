/**
 * The files that `npm test` also runs on PostgreSQL, one for each difference: schema changes, queries, migrations,
 * triggers, types, notices and locks. The nightly suite runs the night's files, and of the others every second one by
 * turns (vitest.config.ts), but none that begins with `// On SQLite only: `.
 */
export const postgresFiles: readonly string[] = [
  ...['collectionChanges', 'migrations', 'where'].map((name) => `frame/tests/api/${name}.test.ts`),
  ...['baseline', 'counts', 'everyKind', 'events', 'several'].map((name) => `tests/api/${name}.test.ts`),
];
