import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ReaderReply } from './readerPool.ts';

// One of the threads of readerPool.ts.
const sqlite = new DatabaseSync(String(workerData), { readOnly: true });
sqlite.exec('pragma busy_timeout = 2000; pragma cache_size = -16000');

function prepare(text: string): { statement: StatementSync; names: string[] } {
  const statement = sqlite.prepare(text);
  statement.setReturnArrays(true);
  return { statement, names: statement.columns().map(({ name }) => name) };
}
const statements = new LRUCache<string, ReturnType<typeof prepare>>({ max: 100, memoMethod: prepare });

function runQuery({ sql, parameters }: { sql: string; parameters: SQLInputValue[] }): ReaderReply {
  try {
    const { statement, names } = statements.memo(sql);
    return { names, lists: statement.all(...parameters) as unknown as unknown[][] };
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number };
    return { message, errcode };
  }
}

parentPort?.on('message', (query) => parentPort?.postMessage(runQuery(query)));
