import { Worker } from 'node:worker_threads';
import type { Compilable } from 'kysely';
import { HttpError } from '../../base/httpError.ts';
import { createFairQueue } from './fairQueue.ts';

/** A limit per person keeps threads free for others. */
const QUERY_LIMITS = { maxTotal: 6, maxPerPerson: 2 };
/**
 * A query's caller gets an error after this time, but node:sqlite cannot interrupt it. Its thread ends later and counts
 * as busy until then, for its person too.
 */
const MAX_QUERY_MS = 20_000;
const CLOSE_WAIT_MS = 3000;
/** Idle threads end after this time. */
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

/** Creates a pool that shares its capacity fairly. `run` may `hold` its place for longer than its answer takes. */
export function createReaderPool(
  run: <R>(query: Compilable<R>, hold: (until: Promise<unknown>) => void) => Promise<R[]>,
  { close, isBusy }: Pick<ReaderPool, 'close' | 'isBusy'>,
): ReaderPool {
  const queue = createFairQueue(QUERY_LIMITS);
  const readersFor = (person?: string): ReaderPool => ({
    read: (query) =>
      new Promise((answer, refuse) => {
        queue(person, async () => {
          let held: Promise<unknown> | undefined;
          await run(query, (until) => (held = until)).then(answer, refuse);
          await held;
        }).catch(refuse);
      }),
    forPerson: readersFor,
    close,
    isBusy,
  });
  return readersFor();
}

interface ReadTask {
  sql: string;
  parameters: readonly unknown[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
  hold(until: Promise<unknown>): void;
}

export type ReaderReply = { rows: unknown[] } | { message: string; errcode?: unknown };

/** Creates threads that read a SQLite file on connections of their own and see all committed data. */
export function createThreadReaders(file: string, longest = MAX_QUERY_MS, ending = CLOSE_WAIT_MS): ReaderPool {
  const waiting: ReadTask[] = [];
  const threads = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const busy = new Set<Worker>();
  let closed = false;

  function end(thread: Worker): Promise<number> {
    threads.delete(thread);
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread.terminate();
  }

  function begin(): Worker {
    const thread = new Worker(new URL('./readerThread.ts', import.meta.url), { workerData: file });
    thread.unref();
    thread.on('exit', () => busy.delete(thread));
    threads.add(thread);
    return thread;
  }

  function next(thread: Worker): void {
    const task = waiting.shift();
    if (!task) {
      rest(thread);
      return;
    }
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    // Starting a thread takes longer than most queries, so one idle thread is kept ready.
    if (idle.size === 0 && threads.size < QUERY_LIMITS.maxTotal) spare();
    const over = () => {
      clearTimeout(timer);
      thread.off('message', answered).off('error', failed);
    };
    const answered = (reply: ReaderReply) => {
      over();
      busy.delete(thread);
      if ('rows' in reply) task.resolve(reply.rows);
      else task.reject(Object.assign(new Error(reply.message), { errcode: reply.errcode }));
      next(thread);
    };
    const failed = (error: unknown) => {
      over();
      task.hold(end(thread));
      task.reject(error);
      start();
    };
    const timer = setTimeout(() => failed(new HttpError(503, 'server.busy', { retryAfter: 2 })), longest);
    thread.on('message', answered).on('error', failed);
    busy.add(thread);
    thread.postMessage({ sql: task.sql, parameters: task.parameters });
  }

  const rest = (thread: Worker) => idle.set(thread, setTimeout(() => void end(thread), IDLE_MS).unref());
  const spare = () => rest(begin());

  function start(): void {
    if (closed || waiting.length === 0) return;
    const free = [...idle.keys()][0] ?? (threads.size < QUERY_LIMITS.maxTotal ? begin() : undefined);
    if (free) next(free);
  }

  const run = <R>(query: Compilable<R>, hold: ReadTask['hold']) => {
    const { sql, parameters } = query.compile();
    return new Promise<R[]>((resolve, reject) => {
      waiting.push({ sql, parameters, resolve: (rows) => resolve(rows as R[]), reject, hold });
      start();
    });
  };
  const close = async () => {
    closed = true;
    const ended = Promise.all([...threads].map(end));
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ending);
    await Promise.race([ended, late.promise]).finally(() => clearTimeout(timer));
  };
  return createReaderPool(run, { close, isBusy: () => busy.size > 0 });
}
