import { hash as digest } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createTransactionYield } from '../base/yieldToEventLoop.ts';
import type { Schema } from '../db/databaseSchema.ts';
import { runNonDurableTransaction } from '../db/nonDurableTransaction.ts';
import type { Store } from '../db/openDatabase.ts';
import { WriterBusyError } from '../db/sqlite/writerBusy.ts';
import { type AuditEntry, appendAudit } from './auditChain.ts';
import type { AuditJournal } from './auditJournal.ts';
import { type AuditQueue, createAuditQueue } from './auditQueue.ts';

/** All writes to the audit trail. */
export interface AuditTrail extends AuditQueue {
  /** Writes entries in the transaction of a change. Call it last. */
  appendInTransaction(db: Transaction<Schema>, entries: Iterable<AuditEntry>): Promise<void>;
  /** Takes over entries that an earlier process left in the journal. Calls `failed` for each failure, now and later. */
  drainJournal(failed: (cause: unknown) => void): Promise<void>;
  close(): void;
}

/** Entries written before other requests get a turn. */
const BATCH_SIZE = 1000;
const RETRY_MS = 2000;
/** Lists to remember, so that an equal list only refers to the earlier row. */
const MAX_CACHED_LISTS = 2000;
/** Shorter lists are not longer than a reference. */
const MIN_LIST_IDS = 3;

/** A power cut may lose these, because they changed nothing. */
const READ_OPERATIONS: readonly AuditEntry['operation'][] = ['read', 'list', 'export', 'refused'];

function takeFrom<T>(all: Iterator<T>, most: number): T[] {
  const list: T[] = [];
  while (list.length < most) {
    const { done, value } = all.next();
    if (done) break;
    list.push(value);
  }
  return list;
}

const hashIds = ({ ids = [] }: AuditEntry) =>
  ids.length < MIN_LIST_IDS ? undefined : digest('sha256', ids.join(' '), 'base64');

/** `journal` holds reads while a long transaction blocks writing. */
export function createAuditTrail({ db, kind }: Pick<Store, 'db' | 'kind'>, journal: AuditJournal): AuditTrail {
  const rows = new LRUCache<string, number>({ max: MAX_CACHED_LISTS });
  let taking: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;
  let onFailure: (cause: unknown) => void = () => {};
  /** True while another transaction holds the write lock: reads go to the journal at once. */
  let blocked = false;

  const append = (entries: readonly AuditEntry[]) => (trx: Transaction<Schema>) => appendAudit(trx, kind, entries);

  /** Moves entries from the journal to the chain. A kill -9 between the two steps would repeat them. */
  async function takeAll(): Promise<void> {
    for (let kept = journal.peek(); kept; kept = journal.peek()) {
      await db.transaction().execute(append(kept.entries));
      blocked = false;
      journal.remove(kept.id);
      // Each waits for the disk, and there may be hundreds.
      await pause(1);
    }
  }
  async function take(): Promise<void> {
    clearTimeout(again);
    taking ??= takeAll()
      .catch((cause) => {
        onFailure(cause);
        again = setTimeout(take, RETRY_MS).unref();
      })
      .finally(() => {
        taking = undefined;
        blocked = false;
      });
    await taking;
  }
  function keepAside(entries: readonly AuditEntry[]): void {
    journal.append(entries);
    // A running round may have looked at the journal for the last time.
    void (taking ?? Promise.resolve()).then(take);
  }

  async function writeReads(entries: readonly AuditEntry[]): Promise<void> {
    const lists = entries.map(hashIds);
    // Replaces ids by a reference to the row with the same list.
    const short = entries.map((entry, place): AuditEntry => {
      const list = lists[place];
      const same = list && rows.get(list);
      return same ? { ...entry, ids: undefined, same } : entry;
    });
    if (blocked) return keepAside(short);
    try {
      const ids = await runNonDurableTransaction(db, kind, append(short));
      for (const [place, list] of lists.entries()) if (list && short[place]?.ids) rows.set(list, ids[place] as number);
    } catch (cause) {
      if (!(cause instanceof WriterBusyError)) throw cause;
      keepAside(short);
      blocked = true;
    }
  }
  const reads = createAuditQueue(writeReads);
  // A separate queue: changes may wait long for the write lock, but reads must not.
  const others = createAuditQueue(async (entries) => {
    await db.transaction().execute(append(entries));
  });
  const queueOf = ({ operation }: AuditEntry) => (READ_OPERATIONS.includes(operation) ? reads : others);

  return {
    async appendInTransaction(trx, entries) {
      const rest = createTransactionYield();
      const all = entries[Symbol.iterator]();
      for (let next = takeFrom(all, BATCH_SIZE); next.length > 0; next = takeFrom(all, BATCH_SIZE)) {
        await appendAudit(trx, kind, next);
        await rest();
      }
    },
    write: (entry) => queueOf(entry).write(entry),
    writeSoon: (entry) => queueOf(entry).writeSoon(entry),
    async flush() {
      await Promise.all([reads.flush(), others.flush()]);
      await taking;
    },
    async drainJournal(failed) {
      onFailure = failed;
      await take();
    },
    close() {
      clearTimeout(again);
      journal.close();
    },
  };
}
