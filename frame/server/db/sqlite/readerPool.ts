import { Worker } from 'node:worker_threads';
import type { Compilable } from 'kysely';
import { HttpError } from '../../base/httpError.ts';
import { createFairQueue } from './fairQueue.ts';

/** Queries at a time, in all and for one person: whatever one of them searches for, another's list is read meanwhile. */
const QUERY_LIMITS = { maxTotal: 6, maxPerPerson: 2 };
/**
 * Milliseconds that a query may take. Longer ones are answered, but a thread ends only when SQLite comes back from its
 * statement (nothing that node:sqlite has interrupts one): until then it counts among those at work, and as its person's.
 */
const MAX_QUERY_MS = 20_000;
/** Milliseconds that closing waits for queries. */
const CLOSE_WAIT_MS = 3000;
/** Milliseconds without work after which a thread is given back. */
const IDLE_MS = 60_000;

/** Reads what may take long, so that the server's own thread goes on meanwhile. */
export interface ReaderPool {
  /** Runs a query and gives its rows. Throws a Refusal (503) for one that takes longer than twenty seconds. */
  read<R>(query: Compilable<R>): Promise<R[]>;
  /** The same for one person, by their id: what is read for others does not wait for it. */
  forPerson(person: string): ReaderPool;
  /** Ends the threads; one that is still inside a query after three seconds ends with that. */
  close(): Promise<void>;
  /** True while a thread is inside a query: an exit of the process waits until SQLite comes back from it. */
  isBusy(): boolean;
}

/**
 * Readers who share what is done at a time; `run` does one query, and may `hold` its place for longer than it takes to
 * answer.
 */
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

/** What a thread answers. */
export type ReaderReply = { rows: unknown[] } | { message: string; errcode?: unknown };

/** Threads that read a SQLite file, each by a connection of its own; they see all that is committed when they begin. */
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
    // One is ready for whoever comes next: it takes longer to begin than most queries.
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

  /** Lets a thread that is free, or a new one, take what waits. */
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
