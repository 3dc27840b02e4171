import { type Dialect, PostgresDialect } from 'kysely';
import type pg from 'pg';

/** Type ids of int8 and numeric (counts, sums, times), read as numbers. Our values stay far below 2^53. */
const NUMERIC_TYPE_IDS = [20, 1700];

const CONNECT_TIMEOUT_MS = 5000;

/** Wait of a statement for a lock, and of the steps in writeLock.ts. Afterwards the request is answered with 503. */
export const LOCK_WAIT_MS = 5000;

/** Messages of pg for a statement timeout and for a lost connection. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';
const CONNECTION_LOST_MESSAGE = 'Connection terminated';

/**
 * Closes a pooled connection after a statement timeout: its late answer would be taken for the next statement's. Until
 * then it rejects statements, so that nobody waits for a rollback.
 */
function closeAfterTimeout(client: pg.PoolClient): pg.PoolClient {
  let late = false;
  const query = (...args: unknown[]): unknown => {
    if (late) return Promise.reject(new Error(CONNECTION_LOST_MESSAGE));
    const result: unknown = Reflect.apply(client.query, client, args);
    if (result instanceof Promise)
      result.catch(({ message }: Error) => {
        late ||= message === QUERY_TIMEOUT_MESSAGE;
      });
    return result;
  };
  const release = () => client.release(late);
  const overrides: Record<PropertyKey, unknown> = { query, release };
  return new Proxy(client, { get: (target, name) => overrides[name] ?? Reflect.get(target, name) });
}

const limitedClients = new WeakSet<pg.PoolClient>();

/** Sets the limit of waits for locks on a new connection. A startup parameter would not pass every connection pool. */
async function limitLockWaits(client: pg.PoolClient): Promise<void> {
  if (limitedClients.has(client)) return;
  limitedClients.add(client);
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`).catch((cause: unknown) => {
    client.release(true);
    throw cause;
  });
}

/** Creates the dialect for PostgreSQL. `statementMs` limits each statement and its wait; without it nothing does. */
export function createPostgresDialect(connectionString: string, statementMs?: number, max = 10): Dialect {
  const createPool = async () => {
    // An optional package.
    const { Pool, types } = (await import('pg')).default;
    const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
      NUMERIC_TYPE_IDS.includes(oid) ? Number : types.getTypeParser(oid, format as 'text');
    const pool = new Pool({
      connectionString,
      max,
      // Longer statements allow a longer wait for a connection.
      connectionTimeoutMillis: Math.max(CONNECT_TIMEOUT_MS, (statementMs ?? 0) / 2),
      ...(statementMs !== undefined && { query_timeout: statementMs }),
      keepAlive: true,
      types: { getTypeParser: getTypeParser as typeof types.getTypeParser },
    });
    // The failing query reports a broken connection. Without a listener the event would end the process.
    const ignore = () => undefined;
    pool.on('error', ignore);
    pool.on('connect', (client) => client.on('error', ignore));
    const connect = async () => {
      const client = await pool.connect();
      if (statementMs !== undefined) await limitLockWaits(client);
      return closeAfterTimeout(client);
    };
    return { options: pool.options, connect, end: () => pool.end() };
  };
  return new PostgresDialect({ pool: createPool });
}
