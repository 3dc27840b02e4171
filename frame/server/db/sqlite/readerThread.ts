import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ReaderReply } from './readerPool.ts';

// One of the threads of readerPool.ts.
const sqlite = new DatabaseSync(String(workerData), { readOnly: true });
sqlite.exec('pragma busy_timeout = 2000; pragma cache_size = -16000');
const statements = new LRUCache<string, StatementSync>({ max: 100, memoMethod: (text) => sqlite.prepare(text) });

function runQuery({ sql, parameters }: { sql: string; parameters: SQLInputValue[] }): ReaderReply {
  try {
    return { rows: statements.memo(sql).all(...parameters) };
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number };
    return { message, errcode };
  }
}

parentPort?.on('message', (query) => parentPort?.postMessage(runQuery(query)));
