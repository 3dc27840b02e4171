import { type Compilable, Kysely, sql } from 'kysely';
import type { Db, Schema } from './databaseSchema.ts';
import { createPostgresDialect } from './postgresDialect.ts';
import { createReaderPool, type ReaderPool } from './sqlite/readerPool.ts';

/** Numbers of slow reads since the start, by the server that answered. */
export interface ReplicaReads {
  replica: number;
  primary: number;
}

/**
 * Reads from a replica of PostgreSQL. A replica that lacks something that was committed before the read, or that does
 * not answer, is left out: the primary answers instead. So nobody misses what they have just saved.
 */
export function createReplicaReaders(
  primary: Db,
  address: string,
  statementMs?: number,
  connections?: number,
): { readers: ReaderPool; reads: ReplicaReads } {
  const replica = new Kysely<Schema>({ dialect: createPostgresDialect(address, statementMs, connections) });
  const reads = { replica: 0, primary: 0 };
  async function isCaughtUp(): Promise<boolean> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(primary);
    const reached = sql<{
      reached: boolean | null;
    }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as reached`;
    return (await reached.execute(replica)).rows[0]?.reached === true;
  }
  async function readFromReplica<R>(query: Compilable<R>): Promise<R[] | undefined> {
    try {
      return (await isCaughtUp()) ? (await replica.executeQuery(query.compile())).rows : undefined;
    } catch {
      // A query that fails here too fails at the primary with its own reason.
      return undefined;
    }
  }
  const readers = createReaderPool(
    async (query) => {
      const rows = await readFromReplica(query);
      reads[rows ? 'replica' : 'primary'] += 1;
      return rows ?? (await primary.executeQuery(query.compile())).rows;
    },
    { close: () => replica.destroy(), isBusy: () => false },
  );
  return { readers, reads };
}
