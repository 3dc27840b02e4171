import type { Transaction } from 'kysely';
import { type AuditEntry, appendAudit } from '../store/audit.ts';
import type { Store } from '../store/open.ts';
import type { Schema } from '../store/schema.ts';

/** The one way into the audit trail. */
export interface Trail {
  /** Writes the entries with the change itself: call it last in the change's transaction. */
  within(db: Transaction<Schema>, entries: readonly AuditEntry[]): Promise<void>;
  /** Resolves once the entry is written. */
  write(entry: AuditEntry): Promise<void>;
  /** As `write`, but for a moment it waits for others, to be written in one go with them: for reads. */
  gather(entry: AuditEntry): Promise<void>;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Milliseconds that the entries of reads wait for each other: one write to the disk is for all of them. */
const GATHER = 100;
/** Entries of one transaction. */
const MOST = 2000;

interface Waiting {
  entry: AuditEntry;
  done(): void;
  failed(cause: unknown): void;
}

export function createTrail({ db, kind }: Pick<Store, 'db' | 'kind'>): Trail {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      try {
        await db.transaction().execute((trx) =>
          appendAudit(
            trx,
            kind,
            batch.map(({ entry }) => entry),
          ),
        );
        for (const { done } of batch) done();
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await writing;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    await writing;
  }
  const wait = (entry: AuditEntry) =>
    new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
    });

  return {
    within: (trx, entries) => appendAudit(trx, kind, entries),
    write(entry) {
      const written = wait(entry);
      void flush();
      return written;
    },
    gather(entry) {
      timer ??= setTimeout(flush, GATHER);
      return wait(entry);
    },
    flush,
  };
}
