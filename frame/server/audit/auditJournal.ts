import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../base/dataDir.ts';
import type { AuditEntry } from './auditChain.ts';

interface JournalBatch {
  id: number;
  entries: AuditEntry[];
}

/**
 * Stores read entries in a database file of its own while a long transaction holds SQLite's write lock.
 * No list waits for that lock, and the entries survive a kill -9. The trail takes them over soon.
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

export function openAuditJournal(dataDir: string): AuditJournal {
  const file = join(dataDir, 'audit-waiting.sqlite');
  let open: DatabaseSync | undefined;
  const opened = () => {
    if (open) return open;
    createPrivateFile(file);
    const sqlite = new DatabaseSync(file);
    sqlite.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      create table if not exists waiting (id integer primary key, entries text not null);
    `);
    open = sqlite;
    return sqlite;
  };
  return {
    append(entries) {
      opened().prepare('insert into waiting (entries) values (?)').run(JSON.stringify(entries));
    },
    peek() {
      if (!open && !existsSync(file)) return undefined;
      const row = opened().prepare('select id, entries from waiting order by id limit 1').get();
      return row && { id: Number(row.id), entries: parseEntries(String(row.entries)) };
    },
    remove(id) {
      opened().prepare('delete from waiting where id = ?').run(id);
    },
    close() {
      open?.close();
      open = undefined;
    },
  };
}
