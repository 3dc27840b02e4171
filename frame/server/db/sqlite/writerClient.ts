import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

export type WriterStatement = Pick<CompiledQuery, 'sql' | 'parameters'>;
/** Reply of the thread; an error has the code of SQLite (systemErrors.ts). */
export type WriterReply =
  | { result: QueryResult<unknown> }
  | { error: { message: string; code?: string; errcode?: number } };

/** Opens a connection on its own thread for one transaction. Close it afterwards. */
export function openWriterThread(file: string): DatabaseConnection & { close(): Promise<void> } {
  const thread = new Worker(new URL('./writerThread.ts', import.meta.url), { workerData: file });
  const ended = new AbortController();
  thread.on('error', (error) => ended.abort(error));
  thread.on('exit', () => ended.abort(new Error('The thread that writes has ended.')));
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      ended.signal.throwIfAborted();
      const answer = once(thread, 'message', { signal: ended.signal });
      thread.postMessage({ sql, parameters } satisfies WriterStatement);
      const [reply] = (await answer.catch((cause) => {
        throw ended.signal.aborted ? ended.signal.reason : cause;
      })) as [WriterReply];
      if ('error' in reply) throw Object.assign(new Error(reply.error.message), reply.error);
      return reply.result as QueryResult<R>;
    },
    // biome-ignore lint/correctness/useYield: nothing that is long to write reads rows one by one
    async *streamQuery() {
      throw new Error('A transaction on a thread of its own does not stream.');
    },
    async close() {
      await thread.terminate();
    },
  };
}
