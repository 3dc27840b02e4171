import { sql, type Transaction } from 'kysely';
import type { Role } from '../../wire/call.ts';
import type { EventOperation } from '../../wire/events.ts';
import type { Db, EventRow, Schema } from '../db/databaseSchema.ts';
import { insertRows } from '../db/jsonLists.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { acquireWriteLock } from '../db/writeLock.ts';

/** A change and whom it concerns. */
export interface NewEvent {
  /** As in src/resources; also `profile` and `sessions`, an account's own. */
  resource: string;
  /** Left out where it is several records. */
  recordId?: string;
  operation: EventOperation;
  /** Account ids, and roles for everybody who has them; nulls are nobody. */
  audience: readonly (Role | string | null)[];
}

/** PostgreSQL's channel on which servers notify each other of new events. */
export const EVENTS_CHANNEL = 'portal_events';
const MAX_EVENTS_PER_READ = 1000;
const EVENTS_PER_INSERT = 1000;

/**
 * Adds events in the transaction of their changes; call it at its very end. Ids count from 1 without a gap, in the
 * order in which transactions end, so that whoever has seen one has missed none before it.
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

/** Undefined where there was never one. */
export const findNewestEvent = (db: Db): Promise<EventRow | undefined> =>
  db.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Events after that id, in their order; some of them where there are many. */
export const findEventsAfter = (db: Db, id: number): Promise<EventRow[]> =>
  db.selectFrom('events').selectAll().where('id', '>', id).orderBy('id').limit(MAX_EVENTS_PER_READ).execute();

/** Forgets events that are older than `age` milliseconds or not among the newest `most`; the newest one stays, for its id. */
export async function pruneEvents(db: Db, age: number, most: number): Promise<void> {
  const newest = await findNewestEvent(db);
  if (!newest) return;
  await db
    .deleteFrom('events')
    .where((row) => row.or([row('at', '<', Date.now() - age), row('id', '<=', newest.id - most)]))
    .where('id', '<', newest.id)
    .execute();
}
