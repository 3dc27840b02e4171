import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { connect } from './sqliteConnection.ts';
import type { Statement, Written } from './writerClient.ts';

// The thread of writerClient.ts. What its transaction wrote is brought into the file by another one, afterwards.
const sqlite = connect(String(workerData), 'write');
sqlite.prepare('pragma wal_autocheckpoint = 0').all([]);

function resultOf({ sql, parameters }: Statement): QueryResult<unknown> {
  const statement = sqlite.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

function answer(asked: Statement): Written {
  try {
    return { result: resultOf(asked) };
  } catch (cause) {
    const { message, code, errcode } = cause as Error & { code?: string; errcode?: number };
    return { error: { message, ...(code && { code }), ...(errcode !== undefined && { errcode }) } };
  }
}

parentPort?.on('message', (asked: Statement) => parentPort?.postMessage(answer(asked)));
