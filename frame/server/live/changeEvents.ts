import { sql, type Transaction } from 'kysely';
import type { Role } from '../../wire/call.ts';
import type { EventOperation } from '../../wire/events.ts';
import { runCachedQuery } from '../db/cachedQuery.ts';
import type { Db, EventRow, Schema } from '../db/databaseSchema.ts';
import { insertRows } from '../db/jsonLists.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { acquireWriteLock } from '../db/writeLock.ts';

export interface NewEvent {
  /** A resource, `profile` or `sessions`. */
  resource: string;
  /** Omitted if several records changed. */
  recordId?: string;
  operation: EventOperation;
  /** Account ids and roles; null is ignored. */
  audience: readonly (Role | string | null)[];
}

/** PostgreSQL channel that notifies other servers. */
export const EVENTS_CHANNEL = 'portal_events';
const MAX_EVENTS_PER_READ = 1000;
const EVENTS_PER_INSERT = 1000;

/**
 * Inserts the events that have an audience; call it last in the transaction. Ids follow the commits without gaps, so
 * readers miss none.
 */
export async function appendEvents(
  db: Transaction<Schema>,
  kind: DatabaseKind,
  events: readonly NewEvent[],
): Promise<void> {
  const addressed = events.map((event) => ({ ...event, audience: [...new Set(event.audience)].filter(Boolean) }));
  const heard = addressed.filter(({ audience }) => audience.length > 0);
  if (heard.length === 0) return;
  await acquireWriteLock(db, kind);
  const last = await findNewestEvent(db);
  const at = Date.now();
  const rows = heard.map(({ resource, recordId = null, operation, audience }, index) => ({
    ...{
      id: (last?.id ?? 0) + index + 1,
      at,
      resource,
      record_id: recordId,
      deed: operation,
      audience: JSON.stringify(audience),
    },
  }));
  for (let from = 0; from < rows.length; from += EVENTS_PER_INSERT)
    await insertRows(db, 'events', rows.slice(from, from + EVENTS_PER_INSERT));
  if (kind === 'postgres') await sql`select pg_notify(${EVENTS_CHANNEL}, '')`.execute(db);
}

export const findNewestEvent = async (db: Db): Promise<EventRow | undefined> =>
  (
    await runCachedQuery(db, 'newest event', {}, () =>
      db.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1),
    )
  )[0];

/** Finds the next events after an id, up to MAX_EVENTS_PER_READ. */
export const findEventsAfter = (db: Db, id: number): Promise<EventRow[]> =>
  runCachedQuery(db, 'events after', { id }, (value) =>
    db.selectFrom('events').selectAll().where('id', '>', value.id).orderBy('id').limit(MAX_EVENTS_PER_READ),
  );

/** Deletes events over `age` ms or beyond the newest `most`. Keeps the newest, whose id continues the sequence. */
export async function pruneEvents(db: Db, age: number, most: number): Promise<void> {
  const newest = await findNewestEvent(db);
  if (!newest) return;
  await db
    .deleteFrom('events')
    .where((row) => row.or([row('at', '<', Date.now() - age), row('id', '<=', newest.id - most)]))
    .where('id', '<', newest.id)
    .execute();
}
