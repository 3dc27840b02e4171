import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from 'portal-frame/server/plugins';
import type { AuditEntry } from './auditChain.ts';

interface JournalBatch {
  id: number;
  entries: AuditEntry[];
}

/**
 * Stores read entries in a database file of its own while a long transaction holds SQLite's write lock. No list waits
 * for that lock, and the entries survive a kill -9. The trail takes them over soon.
 */
export interface AuditJournal {
  /** Throws if the entries cannot be written. */
  append(entries: readonly AuditEntry[]): void;
  /** Returns the oldest batch; undefined if there is none. */
  peek(): JournalBatch | undefined;
  remove(id: number): void;
  close(): void;
}

/** Earlier versions named the operation `deed`. */
const parseEntries = (json: string): AuditEntry[] =>
  (JSON.parse(json) as (AuditEntry & { deed?: AuditEntry['operation'] })[]).map(({ deed, ...entry }) => ({
    ...entry,
    operation: deed ?? entry.operation,
  }));

/**
 * Opens the journal that keeps audit entries of reads while the database cannot be written. Its file is created with
 * the first entry.
 */
export function openAuditJournal(dataDir: string): AuditJournal {
  const file = join(dataDir, 'audit-waiting.sqlite');
  let sqlite: DatabaseSync | undefined;
  function open(): DatabaseSync {
    if (sqlite) return sqlite;
    createPrivateFile(file);
    sqlite = new DatabaseSync(file);
    sqlite.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      create table if not exists waiting (id integer primary key, entries text not null);
    `);
    return sqlite;
  }
  return {
    append(entries) {
      open().prepare('insert into waiting (entries) values (?)').run(JSON.stringify(entries));
    },
    peek() {
      if (!sqlite && !existsSync(file)) return undefined;
      const row = open().prepare('select id, entries from waiting order by id limit 1').get();
      return row && { id: Number(row.id), entries: parseEntries(String(row.entries)) };
    },
    remove(id) {
      open().prepare('delete from waiting where id = ?').run(id);
    },
    close() {
      sqlite?.close();
      sqlite = undefined;
    },
  };
}
