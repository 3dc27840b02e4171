import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createPrivateFile } from '../../base/dataDir.ts';

/** Lists with filters need many statements; the cache drops the oldest. */
const MAX_STATEMENTS = 500;

/**
 * Log pages for a checkpoint at commit, 16 MB. A record in a table with many indexes writes 40 pages; SQLite's default of
 * 1000 would move the same pages into the file several times, while requests wait.
 */
export const CHECKPOINT_PAGES = 4000;

function wrapStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

const NOOP_STATEMENT: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/** Opens a connection in WAL mode that does not wait for the disk: the dialect flushes after a commit. */
export function openConnection(file: string, mode: 'read' | 'write'): SqliteDatabase {
  createPrivateFile(file);
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma foreign_keys = on;
    pragma busy_timeout = 2000;
    pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
    pragma cache_size = -32000;
    pragma secure_delete = on;
    pragma query_only = ${mode === 'read' ? 'on' : 'off'};
  `);
  const memoMethod = (text: string) => wrapStatement(sqlite.prepare(text));
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS, memoMethod });
  return {
    close: () => sqlite.close(),
    prepare(text) {
      // A full disk may have ended the transaction already. Its first error is the one to report.
      if (text === 'rollback' && !sqlite.isTransaction) return NOOP_STATEMENT;
      // Takes the write lock at the start, so that no transaction fails for a lock halfway.
      return statements.memo(text === 'begin' && mode === 'write' ? 'begin immediate' : text);
    },
  };
}
