import type { AuditEntry } from './auditChain.ts';

/** Writes entries in batches, one batch after the other. */
export interface AuditQueue {
  /** Resolves once the entry is written. */
  write(entry: AuditEntry): Promise<void>;
  /** Waits a moment for further entries. For requests that do not wait for their entry. */
  writeSoon(entry: AuditEntry): Promise<void>;
  flush(): Promise<void>;
}

const GATHER_MS = 100;
const MAX_BATCH = 2000;
/** Limits for waiting while turns of the event loop bring more entries. Replies of one moment end some turns apart. */
const MAX_TURNS = 12;
const MAX_EMPTY_TURNS = 2;
const MAX_GATHERED = 64;

interface QueuedEntry {
  entry: AuditEntry;
  done(): void;
  failed(cause: unknown): void;
}

/** `writeBatch` writes all of the entries or throws. */
export function createAuditQueue(writeBatch: (entries: readonly AuditEntry[]) => Promise<unknown>): AuditQueue {
  let waiting: QueuedEntry[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextTurn: NodeJS.Immediate | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await writeBatch(batch.map(({ entry }) => entry));
        for (const { done } of batch) done();
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    clearImmediate(nextTurn);
    timer = undefined;
    nextTurn = undefined;
    await writing;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    await writing;
  }
  /** Writes once two turns brought no more entries, because a transaction costs more than its entries. */
  function gatherTurns(left: number, before: number, emptyBefore = 0): void {
    const empty = waiting.length > before ? 0 : emptyBefore + 1;
    if (empty < MAX_EMPTY_TURNS && waiting.length < MAX_GATHERED && left > 0)
      nextTurn = setImmediate(gatherTurns, left - 1, waiting.length, empty);
    else void flush();
  }
  const enqueue = (entry: AuditEntry) =>
    new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
    });

  return {
    write(entry) {
      // Entries of successive turns share a batch.
      nextTurn ??= setImmediate(gatherTurns, MAX_TURNS, waiting.length + 1);
      return enqueue(entry);
    },
    writeSoon(entry) {
      timer ??= setTimeout(flush, GATHER_MS);
      return enqueue(entry);
    },
    flush,
  };
}
