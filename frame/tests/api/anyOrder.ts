import { DatabaseSync, type PrepareOptions } from 'node:sqlite';

const { prepare } = DatabaseSync.prototype;
const reversed = new WeakSet<DatabaseSync>();

/**
 * Rows that were asked for in no order come in the reverse of SQLite's usual one, on every thread of the tests' server:
 * what leans on an order that PostgreSQL may give differently any day fails here at once. Loaded before all else, with
 * `--import` (vitest.config.ts).
 */
DatabaseSync.prototype.prepare = function prepareReversed(this: DatabaseSync, ...given: [string, PrepareOptions?]) {
  if (!reversed.has(this)) this.exec('pragma reverse_unordered_selects = on');
  reversed.add(this);
  return prepare.apply(this, given);
};
