import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** PostgreSQL's int8 and numeric (counts, sums, times) as numbers: ours stay far below 2^53. */
const NUMERIC_TYPE_IDS = [20, 1700];

/** Milliseconds to wait for a connection, at least; a request is asked to come again then. */
const CONNECT_TIMEOUT_MS = 5000;

/** What pg says of a statement that took longer than it may, and what it says of a connection that is gone. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';
const CONNECTION_LOST_MESSAGE = 'Connection terminated';

/**
 * A connection of the pool that is closed when it is given back after a statement that was given up: its answer would
 * come in place of the next one's. Until then it takes no more, so that nobody waits for a rollback as well.
 */
function closeAfterTimeout(client: pg.PoolClient): pg.PoolClient {
  let late = false;
  const query = (...given: unknown[]): unknown => {
    if (late) return Promise.reject(new Error(CONNECTION_LOST_MESSAGE));
    const result: unknown = Reflect.apply(client.query, client, given);
    if (result instanceof Promise)
      result.catch(({ message }: Error) => {
        late ||= message === QUERY_TIMEOUT_MESSAGE;
      });
    return result;
  };
  const release = () => client.release(late);
  const own: Record<PropertyKey, unknown> = { query, release };
  return new Proxy(client, { get: (target, name) => own[name] ?? Reflect.get(target, name) });
}

/** Kysely over pg; `statementMs` is what a statement may take, however long it is where left out. */
export function createPostgresDialect(connectionString: string, statementMs?: number, max = 10): Dialect {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    NUMERIC_TYPE_IDS.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text');
  const pool = new pg.Pool({
    connectionString,
    max,
    // A longer limit of statements comes with a longer wait for a connection.
    connectionTimeoutMillis: Math.max(CONNECT_TIMEOUT_MS, (statementMs ?? 0) / 2),
    ...(statementMs !== undefined && { query_timeout: statementMs }),
    keepAlive: true,
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  });
  // A connection that breaks is reported by the query that needs it; as an event that nobody hears it would end the process.
  const heard = () => undefined;
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  const connect = async () => closeAfterTimeout(await pool.connect());
  return new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } });
}
