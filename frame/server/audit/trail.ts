import { hash as digest } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import { restWithin } from '../base/rest.ts';
import type { Schema } from '../db/databaseSchema.ts';
import type { Store } from '../db/openDatabase.ts';
import { quickly } from '../db/quickTransaction.ts';
import { WriterBusy } from '../db/sqlite/writerBusy.ts';
import { type AuditEntry, appendAudit } from './auditChain.ts';
import type { Journal } from './journal.ts';
import { createQueue, type Queue } from './queue.ts';

/** The one way into the audit trail. */
export interface Trail extends Queue {
  /** Writes the entries with the change itself: call it last in the change's transaction. */
  within(db: Transaction<Schema>, entries: Iterable<AuditEntry>): Promise<void>;
  /** Takes what a process before this one left in the journal; `failed` is called, now and later, with the cause of what it cannot take. */
  catchUp(failed: (cause: unknown) => void): Promise<void>;
  close(): void;
}

/** Entries of a change that are written before others get their turn. */
const PORTION = 1000;
/** Milliseconds until the journal is tried again where that failed. */
const AGAIN = 2000;
/** Lists whose rows are remembered, so that a list of the same records only names the row that has them. */
const KEPT = 2000;
/** Fewer ids than that are as short as a row's number. */
const FEW = 3;

/** What a power cut may take with it: it changed nothing. */
const READS: readonly AuditEntry['operation'][] = ['read', 'list', 'export', 'refused'];

/** The next of them, as many as that. */
function some<T>(all: Iterator<T>, most: number): T[] {
  const list: T[] = [];
  while (list.length < most) {
    const { done, value } = all.next();
    if (done) break;
    list.push(value);
  }
  return list;
}

const listOf = ({ ids = [] }: AuditEntry) => (ids.length < FEW ? undefined : digest('sha256', ids.join(' '), 'base64'));

/** `journal` is where readings are kept while others write for long. */
export function createTrail({ db, kind }: Pick<Store, 'db' | 'kind'>, journal: Journal): Trail {
  const rows = new LRUCache<string, number>({ max: KEPT });
  let taking: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;
  let onFailure: (cause: unknown) => void = () => {};
  /** Somebody keeps the turn to write: until it was had once more, readings are kept aside at once. */
  let blocked = false;

  const append = (entries: readonly AuditEntry[]) => (trx: Transaction<Schema>) => appendAudit(trx, kind, entries);

  /** Into the chain with what the journal keeps. Between the two steps a kill -9 would leave it to be taken twice. */
  async function takeAll(): Promise<void> {
    for (let kept = journal.next(); kept; kept = journal.next()) {
      await db.transaction().execute(append(kept.entries));
      blocked = false;
      journal.drop(kept.id);
      // Each waits for the disk, and there may be hundreds.
      await pause(1);
    }
  }
  async function take(): Promise<void> {
    clearTimeout(again);
    taking ??= takeAll()
      .catch((cause) => {
        onFailure(cause);
        again = setTimeout(take, AGAIN).unref();
      })
      .finally(() => {
        taking = undefined;
        blocked = false;
      });
    await taking;
  }
  function keepAside(entries: readonly AuditEntry[]): void {
    journal.keep(entries);
    // What is being taken may have looked for the last time.
    void (taking ?? Promise.resolve()).then(take);
  }

  async function writeReads(entries: readonly AuditEntry[]): Promise<void> {
    const lists = entries.map(listOf);
    // With the row that has the same ids in place of them.
    const short = entries.map((entry, place): AuditEntry => {
      const list = lists[place];
      const same = list && rows.get(list);
      return same ? { ...entry, ids: undefined, same } : entry;
    });
    if (blocked) return keepAside(short);
    try {
      const ids = await quickly(db, kind, append(short));
      for (const [place, list] of lists.entries()) if (list && short[place]?.ids) rows.set(list, ids[place] as number);
    } catch (cause) {
      if (!(cause instanceof WriterBusy)) throw cause;
      keepAside(short);
      blocked = true;
    }
  }
  const reads = createQueue(writeReads);
  // In a queue of their own: they wait for their turn to write, however long another has it, and no reading does.
  const others = createQueue(async (entries) => {
    await db.transaction().execute(append(entries));
  });
  const queueOf = ({ operation }: AuditEntry) => (READS.includes(operation) ? reads : others);

  return {
    async within(trx, entries) {
      const rest = restWithin();
      const all = entries[Symbol.iterator]();
      for (let next = some(all, PORTION); next.length > 0; next = some(all, PORTION)) {
        await appendAudit(trx, kind, next);
        await rest();
      }
    },
    write: (entry) => queueOf(entry).write(entry),
    gather: (entry) => queueOf(entry).gather(entry),
    async flush() {
      await Promise.all([reads.flush(), others.flush()]);
      await taking;
    },
    async catchUp(failed) {
      onFailure = failed;
      await take();
    },
    close() {
      clearTimeout(again);
      journal.close();
    },
  };
}
