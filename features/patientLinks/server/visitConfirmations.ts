import { sql } from 'kysely';
import { type Db, expandJsonTexts, runCachedQuery } from 'portal-frame/server/database';
import { createSecret, hashSecret } from 'portal-frame/server/plugins';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { DeclineReason, VisitAnswer } from '../../../src/wire/orderApi.ts';

/** A question to a patient, by mail on the evening before. */
export interface VisitConfirmationRow {
  appointment_id: string;
  scheduled_at: number;
  /** Null until the mail is sent. */
  token_hash: string | null;
  /** Of the second link, which says that the employee is on the way. */
  way_token_hash: string | null;
  /** When that mail was ordered. */
  way_asked_at: number | null;
  answer: VisitAnswer | null;
  reason: DeclineReason | null;
  answered_at: number | null;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    visit_confirmations: VisitConfirmationRow;
  }
}

type Visit = Pick<AppointmentRow, 'id' | 'scheduled_at'>;

/** Updates the row of a visit at its current time. */
const updateRow = (db: Db, { id, scheduled_at }: Visit, change: Partial<VisitConfirmationRow>) =>
  db
    .updateTable('visit_confirmations')
    .set(change)
    .where((of) => of.and({ appointment_id: id, scheduled_at }));

const hasUpdated = async (query: ReturnType<typeof updateRow>): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows > 0n;

/** Finds pending visits with an e-mail address that were not asked about yet. */
export function visitsToAsk(db: Db, { from, to }: { from: number; to: number }, most: number): Promise<Visit[]> {
  const asked = sql<boolean>`not exists (select 1 from visit_confirmations as c
    where c.appointment_id = appointments.id and c.scheduled_at = appointments.scheduled_at)`;
  return db
    .selectFrom('appointments')
    .select(['id', 'scheduled_at'])
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .where('status', '=', 'Pending')
    .where('email', '!=', '')
    .where(asked)
    .orderBy('scheduled_at')
    .limit(most)
    .execute();
}

const createRow = ({ id, scheduled_at }: Visit): VisitConfirmationRow => ({
  ...{ appointment_id: id, scheduled_at, created_at: Date.now() },
  ...{ token_hash: null, way_token_hash: null, way_asked_at: null, answer: null, reason: null, answered_at: null },
});

/** Marks these visits as asked. Returns those that no other process marked at the same time. */
export function noteAsked(db: Db, visits: readonly Visit[]): Promise<Visit[]> {
  return db
    .insertInto('visit_confirmations')
    .values(visits.map(createRow))
    .onConflict((conflict) => conflict.columns(['appointment_id', 'scheduled_at']).doNothing())
    .returning(['appointment_id as id', 'scheduled_at'])
    .execute();
}

/** Creates a token for a visit's question. It is not stored; undefined if the question was answered. */
export async function makeConfirmationToken(db: Db, visit: Visit): Promise<string | undefined> {
  const token = createSecret();
  const isStored = await hasUpdated(
    updateRow(db, visit, { token_hash: hashSecret(token) }).where('answer', 'is', null),
  );
  return isStored ? token : undefined;
}

export const confirmationBy = (db: Db, token: string): Promise<VisitConfirmationRow | undefined> =>
  db
    .selectFrom('visit_confirmations')
    .selectAll()
    .where((of) => of.or([of('token_hash', '=', hashSecret(token)), of('way_token_hash', '=', hashSecret(token))]))
    .executeTakeFirst();

/** Marks a visit whose patient is told that the employee is on the way; false if that is done. */
export async function noteOnMyWay(db: Db, visit: Visit): Promise<boolean> {
  await noteAsked(db, [visit]);
  return hasUpdated(updateRow(db, visit, { way_asked_at: Date.now() }).where('way_asked_at', 'is', null));
}

/** Creates the token of the link that says that the employee is on the way. It is not stored. */
export async function makeOnMyWayToken(db: Db, visit: Visit): Promise<string> {
  const token = createSecret();
  await updateRow(db, visit, { way_token_hash: hashSecret(token) }).execute();
  return token;
}

/**
 * Confirms the new time of a visit that its patient moved; asks again if they must prepare for it. The links of the old
 * time lead to it.
 */
export async function moveConfirmation(
  db: Db,
  question: VisitConfirmationRow,
  to: number,
  prepares: boolean,
): Promise<void> {
  const { appointment_id, scheduled_at, token_hash, way_token_hash } = question;
  await updateRow(db, { id: appointment_id, scheduled_at }, { token_hash: null, way_token_hash: null }).execute();
  const answer = prepares
    ? { answer: null, answered_at: null, reason: null }
    : ({ answer: 'confirmed', answered_at: Date.now(), reason: null } as const);
  const links = { token_hash, way_token_hash };
  await db
    .insertInto('visit_confirmations')
    .values({ ...createRow({ id: appointment_id, scheduled_at: to }), ...answer, ...links })
    // The patient had this time before.
    .onConflict((conflict) => conflict.columns(['appointment_id', 'scheduled_at']).doUpdateSet({ ...answer, ...links }))
    .execute();
}

/** Stores an answer; false if there is one, except that a yes may become a no. Of concurrent answers one counts. */
export const answerConfirmation = (
  db: Db,
  { appointment_id: id, scheduled_at }: VisitConfirmationRow,
  answer: Pick<VisitConfirmationRow, 'answer' | 'reason'>,
): Promise<boolean> =>
  hasUpdated(
    updateRow(db, { id, scheduled_at }, { ...answer, answered_at: Date.now() }).where((of) =>
      of.or([of('answer', 'is', null), ...(answer.answer === 'declined' ? [of('answer', '=', 'confirmed')] : [])]),
    ),
  );

/** Finds the patient's answer for the current time of the visit. */
export async function answerOf(db: Db, { id, scheduled_at }: Visit) {
  const row = await db
    .selectFrom('visit_confirmations')
    .select(['answer', 'reason', 'answered_at'])
    .where((of) => of.and({ appointment_id: id, scheduled_at }))
    .executeTakeFirst();
  return row?.answer ? { answer: row.answer, reason: row.reason, at: Number(row.answered_at) } : undefined;
}

/** Lists the questions about these appointments with their answers, for the export of a patient's data. */
export const listAnswers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('visit_confirmations')
    .select(['appointment_id', 'scheduled_at', 'answer', 'reason', 'answered_at'])
    .where('appointment_id', 'in', ids)
    .execute();

/** Finds the visits whose patients declined the current time, with the times of their answers (ms). */
export async function declinedAmong(db: Db, visits: readonly Visit[]): Promise<ReadonlyMap<string, number>> {
  const ids = JSON.stringify(visits.map(({ id }) => id));
  const rows = await runCachedQuery(db, 'declined', { ids }, (value) => ({
    compile: () =>
      sql<{ id: string; at: number; answered: number }>`select appointment_id as id, scheduled_at as at,
          answered_at as answered from visit_confirmations
        where answer = 'declined' and appointment_id in ${expandJsonTexts(db, value.ids)}`.compile(db),
  }));
  const times = new Map(visits.map(({ id, scheduled_at }) => [id, scheduled_at]));
  const now = rows.filter(({ id, at }) => times.get(id) === Number(at));
  return new Map(now.map(({ id, answered }) => [id, Number(answered)]));
}
