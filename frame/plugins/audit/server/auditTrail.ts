import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Services } from 'portal-frame/server';
import { type ActivityLog, createTransactionYield, runTransaction, WriterBusyError } from 'portal-frame/server/plugins';
import type { Store } from 'portal-frame/server/storage';
import { type AuditEntry, appendAudit } from './auditChain.ts';
import type { AuditJournal } from './auditJournal.ts';
import { createAuditQueue } from './auditQueue.ts';

export interface AuditTrail extends ActivityLog {
  /** Takes over entries that an earlier process left in the journal. Calls `onFailure` now and later. */
  drainJournal(onFailure: (cause: unknown) => void): Promise<void>;
  close(): void;
}

/** Returns the trail of an app with this plug-in. */
export const getAuditTrail = ({ activity }: Pick<Services, 'activity'>): AuditTrail => activity as AuditTrail;

/** Entries written before other requests get a turn. */
const BATCH_SIZE = 1000;
const RETRY_MS = 2000;
/** Lists to remember, so that an equal list only refers to the earlier row. */
const MAX_CACHED_LISTS = 2000;
/** Longer, and rows could refer to archived ones. */
const CACHED_LIST_MS = 24 * 3_600_000;
/** Shorter lists are not longer than a reference. */
const MIN_LIST_IDS = 3;

/** A power cut may lose these, because they changed nothing. */
const READ_OPERATIONS: readonly AuditEntry['operation'][] = ['read', 'list', 'export', 'refused'];

const hashIds = ({ ids = [] }: AuditEntry) =>
  ids.length < MIN_LIST_IDS ? undefined : hash('sha256', ids.join(' '), 'base64');

type WriteEntries = (entries: readonly AuditEntry[]) => Promise<unknown>;

/** Keeps read entries in the journal while a long transaction blocks writing, and moves them to the chain later. */
class JournalBuffer {
  /** True while another transaction holds the write lock: reads go to the journal at once. */
  isBlocked = false;
  onFailure: (cause: unknown) => void = () => {};
  running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #journal: AuditJournal;
  readonly #write: WriteEntries;

  constructor(journal: AuditJournal, write: WriteEntries) {
    this.#journal = journal;
    this.#write = write;
  }
  add(entries: readonly AuditEntry[]): void {
    this.#journal.append(entries);
    // A running drain may have looked at the journal for the last time.
    void (this.running ?? Promise.resolve()).then(() => this.drain());
  }
  async drain(): Promise<void> {
    clearTimeout(this.#retry);
    this.running ??= this.#moveAll()
      .catch((cause) => {
        this.onFailure(cause);
        this.#retry = setTimeout(() => this.drain(), RETRY_MS).unref();
      })
      .finally(() => {
        this.running = undefined;
        this.isBlocked = false;
      });
    await this.running;
  }
  /** Moves entries from the journal to the chain. A kill -9 between the two steps would repeat them. */
  async #moveAll(): Promise<void> {
    for (let batch = this.#journal.peek(); batch; batch = this.#journal.peek()) {
      await this.#write(batch.entries);
      this.isBlocked = false;
      this.#journal.remove(batch.id);
      // Each waits for the disk, and there may be hundreds.
      await pause(1);
    }
  }
  close(): void {
    clearTimeout(this.#retry);
    this.#journal.close();
  }
}

/**
 * Creates a function that writes audit entries of reads. It replaces a repeated list of ids by a reference to the earlier
 * row.
 */
function createReadEntryWriter(store: Pick<Store, 'db' | 'kind'>, buffer: JournalBuffer) {
  const rows = new LRUCache<string, number>({ max: MAX_CACHED_LISTS, ttl: CACHED_LIST_MS });
  return async (entries: readonly AuditEntry[]): Promise<void> => {
    const lists = entries.map(hashIds);
    const short = entries.map((entry, at): AuditEntry => {
      const list = lists[at];
      const same = list && rows.get(list);
      return same ? { ...entry, ids: undefined, same } : entry;
    });
    if (buffer.isBlocked) return buffer.add(short);
    try {
      const ids = await runTransaction(store, (trx) => appendAudit(trx, store.kind, short), { durable: false });
      for (const [at, list] of lists.entries()) if (list && short[at]?.ids) rows.set(list, ids[at] as number);
    } catch (cause) {
      if (!(cause instanceof WriterBusyError)) throw cause;
      buffer.add(short);
      buffer.isBlocked = true;
    }
  };
}

/** Creates the audit trail. `journal` holds entries of reads while a long transaction blocks writing. */
export function createAuditTrail(store: Pick<Store, 'db' | 'kind'>, journal: AuditJournal): AuditTrail {
  const write: WriteEntries = (entries) => runTransaction(store, (trx) => appendAudit(trx, store.kind, entries));
  const buffer = new JournalBuffer(journal, write);
  const reads = createAuditQueue(createReadEntryWriter(store, buffer));
  // A separate queue: changes may wait long for the write lock, but reads must not.
  const changes = createAuditQueue(write);
  const getQueue = ({ operation }: AuditEntry) => (READ_OPERATIONS.includes(operation) ? reads : changes);

  return {
    async append(trx, entries) {
      const yieldNow = createTransactionYield();
      let batch: AuditEntry[] = [];
      for (const entry of entries) {
        if (batch.push(entry) < BATCH_SIZE) continue;
        await appendAudit(trx, store.kind, batch);
        batch = [];
        await yieldNow();
      }
      if (batch.length > 0) await appendAudit(trx, store.kind, batch);
    },
    write: (entry) => getQueue(entry).write(entry),
    writeSoon: (entry) => getQueue(entry).writeSoon(entry),
    async flush() {
      await Promise.all([reads.flush(), changes.flush()]);
      await buffer.running;
    },
    async drainJournal(onFailure) {
      buffer.onFailure = onFailure;
      await buffer.drain();
    },
    close: () => buffer.close(),
  };
}
