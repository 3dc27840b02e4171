import { createSecret, hashSecret } from '../base/secrets.ts';
import { changesRow } from '../db/changesRow.ts';
import type { Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import type { TicketRow } from '../db/signInTables.ts';

export const ticketSteps = [
  `create table tickets (
    id text primary key not null,
    secret_hash text not null,
    purpose text not null,
    account_id text not null references accounts (id) on delete cascade,
    session_id text not null,
    data text not null,
    tries integer not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create unique index tickets_secret on tickets (secret_hash)',
  'create index tickets_account on tickets (account_id)',
  'create index tickets_expiry on tickets (expires_at)',
];

const MAX_ATTEMPTS = 5;

interface NewTicket {
  purpose: TicketRow['purpose'];
  accountId: string;
  /** '' before there is a session. */
  sessionId?: string;
  /** Milliseconds. */
  lifetime: number;
  data?: unknown;
}

/** Creates a ticket, which lets one person go on with a sign-in or another step, and returns its secret. */
export async function createTicket(
  db: Db,
  { purpose, accountId, sessionId = '', lifetime, data = {} }: NewTicket,
): Promise<string> {
  const now = Date.now();
  const secret = createSecret();
  await db.deleteFrom('tickets').where('expires_at', '<=', now).execute();
  await db
    .insertInto('tickets')
    .values({
      id: newId(now),
      secret_hash: hashSecret(secret),
      purpose,
      account_id: accountId,
      session_id: sessionId,
      data: JSON.stringify(data),
      tries: 0,
      created_at: now,
      expires_at: now + lifetime,
    })
    .execute();
  return secret;
}

/** Counts an attempt at a ticket and returns it; undefined if it is wrong, expired or used too often. */
export const countTicketAttempt = (
  db: Db,
  secret: string,
  purposes: readonly TicketRow['purpose'][],
  { sessionId = '' }: { sessionId?: string } = {},
): Promise<TicketRow | undefined> =>
  db
    .updateTable('tickets')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', 'in', purposes)
    .where('session_id', '=', sessionId)
    .where('tries', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', Date.now())
    .returningAll()
    .executeTakeFirst();

/** Replaces the state of a ticket. */
export async function updateTicketData(db: Db, id: string, data: unknown): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute();
}

/** Uses a ticket; false if another request was faster. */
export const consumeTicket = (db: Db, id: string): Promise<boolean> =>
  changesRow(db.deleteFrom('tickets').where('id', '=', id));
