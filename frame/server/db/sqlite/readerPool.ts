import { Worker } from 'node:worker_threads';
import type { Compilable } from 'kysely';
import { HttpError } from '../../base/httpError.ts';
import { settlesWithin } from '../../base/settlesWithin.ts';
import { createFairQueue } from './fairQueue.ts';

/** A limit per person keeps threads free for others. */
const QUERY_LIMITS = { maxTotal: 6, maxPerPerson: 2 };
/** The caller gets an error after this time. The query runs on, and its thread counts as busy until its end. */
const MAX_QUERY_MS = 20_000;
const CLOSE_WAIT_MS = 3000;
const IDLE_MS = 60_000;

/** Runs slow reads off the main thread. */
export interface ReaderPool {
  /** Runs a query and returns its rows. Throws an HttpError (503) after twenty seconds. */
  read<R>(query: Compilable<R>): Promise<R[]>;
  /** Returns the pool for one person (id), whose reads do not delay those of others. */
  forPerson(person: string): ReaderPool;
  /** Ends the threads. A query that runs for three more seconds is aborted. */
  close(): Promise<void>;
  /** True while a thread runs a query: the process cannot exit until SQLite returns. */
  isBusy(): boolean;
}

/** Creates a pool that shares its places fairly. `run` calls `hold` to keep its place after it has answered. */
export function createReaderPool(
  run: <R>(query: Compilable<R>, hold: (until: Promise<unknown>) => void) => Promise<R[]>,
  { close, isBusy }: Pick<ReaderPool, 'close' | 'isBusy'>,
): ReaderPool {
  const enqueue = createFairQueue(QUERY_LIMITS);
  const forPerson = (person?: string): ReaderPool => ({
    read: (query) =>
      new Promise((resolve, reject) => {
        enqueue(person, async () => {
          let held: Promise<unknown> | undefined;
          await run(query, (until) => (held = until)).then(resolve, reject);
          await held;
        }).catch(reject);
      }),
    forPerson,
    close,
    isBusy,
  });
  return forPerson();
}

interface ReadTask {
  sql: string;
  parameters: readonly unknown[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
  hold(until: Promise<unknown>): void;
}

/** The values of each row as a list: objects would repeat the names of their columns in the message. */
export type ReaderReply = { names: string[]; lists: unknown[][] } | { message: string; errcode?: unknown };

function toRow(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
  return row;
}

class ReaderThreads {
  readonly #file: string;
  readonly #maxQueryMs: number;
  readonly #waiting: ReadTask[] = [];
  readonly #threads = new Set<Worker>();
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  constructor(file: string, maxQueryMs: number) {
    this.#file = file;
    this.#maxQueryMs = maxQueryMs;
  }
  isBusy = () => this.#busy.size > 0;

  run = <R>(query: Compilable<R>, hold: ReadTask['hold']): Promise<R[]> => {
    const { sql, parameters } = query.compile();
    return new Promise<R[]>((resolve, reject) => {
      this.#waiting.push({ sql, parameters, resolve: (rows) => resolve(rows as R[]), reject, hold });
      this.#assignThread();
    });
  };
  async close(waitMs: number): Promise<void> {
    this.#isClosed = true;
    await settlesWithin(Promise.all([...this.#threads].map((thread) => this.#end(thread))), waitMs);
  }
  #start(): Worker {
    const thread = new Worker(new URL('./readerThread.ts', import.meta.url), { workerData: this.#file });
    thread.unref();
    thread.on('exit', () => this.#busy.delete(thread));
    this.#threads.add(thread);
    return thread;
  }
  #end(thread: Worker): Promise<number> {
    this.#threads.delete(thread);
    this.#stopIdling(thread);
    return thread.terminate();
  }
  #idleUntilEnd(thread: Worker): void {
    this.#idle.set(thread, setTimeout(() => void this.#end(thread), IDLE_MS).unref());
  }
  #stopIdling(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
  }
  get #hasCapacity(): boolean {
    return this.#threads.size < QUERY_LIMITS.maxTotal;
  }
  #assignThread(): void {
    if (this.#isClosed || this.#waiting.length === 0) return;
    const [idle] = this.#idle.keys();
    const thread = idle ?? (this.#hasCapacity ? this.#start() : undefined);
    if (thread) this.#runNext(thread);
  }
  #runNext(thread: Worker): void {
    const task = this.#waiting.shift();
    if (!task) {
      this.#idleUntilEnd(thread);
      return;
    }
    this.#stopIdling(thread);
    // Starting a thread takes longer than most queries, so one idle thread is kept ready.
    if (this.#idle.size === 0 && this.#hasCapacity) this.#idleUntilEnd(this.#start());
    this.#runTask(thread, task);
  }
  #runTask(thread: Worker, task: ReadTask): void {
    const finish = () => {
      clearTimeout(timer);
      thread.off('message', onReply).off('error', onError);
    };
    const onReply = (reply: ReaderReply) => {
      finish();
      this.#busy.delete(thread);
      if ('lists' in reply) task.resolve(reply.lists.map((values) => toRow(reply.names, values)));
      else task.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
      this.#runNext(thread);
    };
    const onError = (error: unknown) => {
      finish();
      task.hold(this.#end(thread));
      task.reject(error);
      this.#assignThread();
    };
    const timer = setTimeout(() => onError(new HttpError(503, 'server.busy', { retryAfter: 2 })), this.#maxQueryMs);
    thread.on('message', onReply).on('error', onError);
    this.#busy.add(thread);
    thread.postMessage({ sql: task.sql, parameters: task.parameters });
  }
}

/** Creates threads that read a SQLite file on connections of their own and see all committed data. */
export function createThreadReaders(file: string, maxQueryMs = MAX_QUERY_MS, closeWaitMs = CLOSE_WAIT_MS): ReaderPool {
  const threads = new ReaderThreads(file, maxQueryMs);
  return createReaderPool(threads.run, { close: () => threads.close(closeWaitMs), isBusy: threads.isBusy });
}
