import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../base/dataDir.ts';
import type { AuditEntry } from './auditChain.ts';

/** Entries that were kept together. */
interface JournalBatch {
  id: number;
  entries: AuditEntry[];
}

/**
 * Where entries of readings wait while a long change has SQLite's one place to write, so that nobody's list waits for
 * it: a database file of their own, which is there after a kill -9 as well. The trail takes them as soon as it can.
 */
export interface AuditJournal {
  /** Writes entries; throws where they cannot be written. */
  append(entries: readonly AuditEntry[]): void;
  /** The next that the trail has not taken; undefined for none. */
  peek(): JournalBatch | undefined;
  remove(id: number): void;
  close(): void;
}

/** Entries as they were kept; earlier versions called the operation `deed`. */
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
