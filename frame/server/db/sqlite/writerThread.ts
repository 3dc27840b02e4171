import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { openConnection } from './sqliteConnection.ts';
import type { WriterReply, WriterStatement } from './writerClient.ts';

// The thread of writerClient.ts. A checkpoint thread moves its log into the file later.
const sqlite = openConnection(String(workerData), 'write');
sqlite.prepare('pragma wal_autocheckpoint = 0').all([]);

function runStatement({ sql, parameters }: WriterStatement): QueryResult<unknown> {
  const statement = sqlite.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

function answer(statement: WriterStatement): WriterReply {
  try {
    return { result: runStatement(statement) };
  } catch (cause) {
    const { message, code, errcode } = cause as Error & { code?: string; errcode?: number };
    return { error: { message, ...(code && { code }), ...(errcode !== undefined && { errcode }) } };
  }
}

parentPort?.on('message', (statement: WriterStatement) => parentPort?.postMessage(answer(statement)));
