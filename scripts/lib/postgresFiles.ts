/** Files of tests/api and frame/tests/api that `npm test` runs on PostgreSQL as well: their SQL differs. */
export const POSTGRES_FILES: readonly string[] = [];
