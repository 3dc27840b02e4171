import { DatabaseSync, type PrepareOptions } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const reversed = new WeakSet<DatabaseSync>();

/**
 * Reverses the rows of queries without an order, on every thread of the tests' server. A test that needs an order which
 * PostgreSQL does not promise fails at once. Loaded first, with `--import` (vitest.config.ts).
 */
DatabaseSync.prototype.prepare = function prepareReversed(this: DatabaseSync, ...given: [string, PrepareOptions?]) {
  if (!reversed.has(this)) this.exec('pragma reverse_unordered_selects = on');
  reversed.add(this);
  return prepare.apply(this, given);
};
