import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createPrivateFile } from '../../base/dataDir.ts';

/** Prepared statements kept; lists with filters make many, so the oldest go. */
const MAX_STATEMENTS = 500;

function wrapStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

/** A statement that does nothing. */
const NOOP_STATEMENT: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/**
 * One connection, as Kysely takes it. What it commits is in the log (WAL); that the log is on the disk before anybody is
 * told, which synchronous=FULL would wait for on this thread, is seen to by whoever commits (sqliteDialect.ts).
 */
export function openConnection(file: string, use: 'read' | 'write'): SqliteDatabase {
  createPrivateFile(file);
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma foreign_keys = on;
    pragma busy_timeout = 2000;
    pragma cache_size = -32000;
    pragma secure_delete = on;
    pragma query_only = ${use === 'read' ? 'on' : 'off'};
  `);
  const kept = new LRUCache<string, SqliteStatement>({
    max: MAX_STATEMENTS,
    memoMethod: (sql) => wrapStatement(sqlite.prepare(sql)),
  });
  return {
    close: () => sqlite.close(),
    prepare(text) {
      // A full disk may have ended the transaction already; the first error is the one to report.
      if (text === 'rollback' && !sqlite.isTransaction) return NOOP_STATEMENT;
      // A transaction takes the write lock at its start, so that it cannot fail for a lock halfway.
      return kept.memo(text === 'begin' && use === 'write' ? 'begin immediate' : text);
    },
  };
}
