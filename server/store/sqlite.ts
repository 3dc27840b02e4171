import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Prepared statements kept; lists with filters make many, so the oldest go. */
const KEPT = 500;

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

/** A statement that does nothing. */
const NOTHING: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/** Kysely over node:sqlite. An acknowledged write is on the disk (WAL, synchronous=FULL). */
export function sqliteDialect(file: string): Dialect {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 2000;
    pragma cache_size = -32000;
  `);
  const kept = new LRUCache<string, SqliteStatement>({ max: KEPT });
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    prepare(text) {
      // A full disk may have ended the transaction already; the first error is the one to tell.
      if (text === 'rollback' && !sqlite.isTransaction) return NOTHING;
      // A transaction takes the write lock at its start, so that it cannot fail for a lock halfway.
      const sql = text === 'begin' ? 'begin immediate' : text;
      const statement = kept.get(sql) ?? wrap(sqlite.prepare(sql));
      kept.set(sql, statement);
      return statement;
    },
  };
  return new SqliteDialect({ database });
}
