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
  const gone = new AbortController();
  thread.on('error', (error) => gone.abort(error));
  thread.on('exit', () => gone.abort(new Error('The thread that writes has ended.')));
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      gone.signal.throwIfAborted();
      const answer = once(thread, 'message', { signal: gone.signal });
      thread.postMessage({ sql, parameters } satisfies WriterStatement);
      const [written] = (await answer.catch((cause) => {
        throw gone.signal.aborted ? gone.signal.reason : cause;
      })) as [WriterReply];
      if ('error' in written) throw Object.assign(new Error(written.error.message), written.error);
      return written.result as QueryResult<R>;
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
