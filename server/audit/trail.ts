import { hash as digest } from 'node:crypto';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type AuditEntry, appendAudit } from '../store/audit.ts';
import type { Store } from '../store/open.ts';
import { quickly } from '../store/quickly.ts';
import type { Schema } from '../store/schema.ts';

/** The one way into the audit trail. */
export interface Trail {
  /** Writes the entries with the change itself: call it last in the change's transaction. */
  within(db: Transaction<Schema>, entries: readonly AuditEntry[]): Promise<void>;
  /** Resolves once the entry is written. */
  write(entry: AuditEntry): Promise<void>;
  /** As `write`, but for a moment it waits for others, to be written in one go with them: for what nobody waits for. */
  gather(entry: AuditEntry): Promise<void>;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Milliseconds that entries nobody waits for wait for each other. */
const GATHER = 100;
/** Entries of one transaction. */
const MOST = 2000;
/** Lists whose rows are remembered, so that a list of the same records only names the row that has them. */
const KEPT = 2000;
/** Fewer ids than that are as short as a row's number. */
const FEW = 3;

/** What a power cut may take with it: it changed nothing. */
const READS: readonly AuditEntry['deed'][] = ['read', 'list', 'export', 'refused'];

interface Waiting {
  entry: AuditEntry;
  /** What its ids are remembered by. */
  list: string | undefined;
  done(): void;
  failed(cause: unknown): void;
}

const listOf = ({ ids = [] }: AuditEntry) => (ids.length < FEW ? undefined : digest('sha256', ids.join(' '), 'base64'));

export function createTrail({ db, kind }: Pick<Store, 'db' | 'kind'>): Trail {
  const rows = new LRUCache<string, number>({ max: KEPT });
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;

  /** With the row that has the same ids in place of them. */
  function short({ entry, list }: Waiting): AuditEntry {
    const same = list && rows.get(list);
    return same ? { ...entry, ids: undefined, same } : entry;
  }
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      const entries = batch.map(short);
      try {
        const append = (trx: Transaction<Schema>) => appendAudit(trx, kind, entries);
        const reads = entries.every(({ deed }) => READS.includes(deed));
        const ids = await (reads ? quickly(db, kind, append) : db.transaction().execute(append));
        for (const [place, { list, done }] of batch.entries()) {
          if (list && entries[place]?.ids) rows.set(list, ids[place] as number);
          done();
        }
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    clearImmediate(soon);
    timer = undefined;
    soon = undefined;
    await writing;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    await writing;
  }
  const wait = (entry: AuditEntry) =>
    new Promise<void>((done, failed) => {
      waiting.push({ entry, list: listOf(entry), done, failed });
    });

  return {
    async within(trx, entries) {
      await appendAudit(trx, kind, entries);
    },
    write(entry) {
      // Those that are ready in the same turn of the event loop, and those that come while others are written, go together.
      soon ??= setImmediate(flush);
      return wait(entry);
    },
    gather(entry) {
      timer ??= setTimeout(flush, GATHER);
      return wait(entry);
    },
    flush,
  };
}
