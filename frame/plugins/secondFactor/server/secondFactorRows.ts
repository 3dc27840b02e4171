import { type Db, newId } from 'portal-frame/server/database';
import { changesRow } from 'portal-frame/server/plugins';
import type { FactorRow } from './factorTables.ts';

export interface NewFactor {
  kind: FactorRow['kind'];
  name: string;
  secret: string;
  credential?: string;
  counter: number;
  transports?: readonly string[];
}

export type UnnamedFactor = Omit<NewFactor, 'name'>;

/** Finds the factors of an account, oldest first. */
export const findFactors = (db: Db, accountId: string): Promise<FactorRow[]> =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function addFactor(
  db: Db,
  accountId: string,
  { transports = [], credential = '', ...factor }: NewFactor,
): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  const values = { credential: credential || null, transports: transports.join(' '), created_at: now, used_at: null };
  await db
    .insertInto('factors')
    .values({ ...factor, ...values, id, account_id: accountId })
    .execute();
  return id;
}

/**
 * Records the use of a factor at this counter (time step or signature count); false if it was used before. The counter
 * must increase, except for passkeys that always report 0. A counter beyond `latest` was written by a fast clock and is
 * ignored.
 */
export const recordFactorUse = (db: Db, id: string, counter: number, latest?: number): Promise<boolean> =>
  changesRow(
    db
      .updateTable('factors')
      .set({ counter, used_at: Date.now() })
      .where('id', '=', id)
      .where((row) =>
        row.or([
          row('counter', '<', counter),
          row.and([row('kind', '=', 'passkey'), row('counter', '=', 0)]),
          ...(latest === undefined ? [] : [row('counter', '>', latest)]),
        ]),
      ),
  );

/** Deletes a factor of an account; false if it belongs to another. */
export const deleteFactor = (db: Db, accountId: string, id: string): Promise<boolean> =>
  changesRow(db.deleteFrom('factors').where('id', '=', id).where('account_id', '=', accountId));

/** Deletes factors and recovery codes created since `since` (ms since 1970; all by default), and every open ticket. */
export async function deleteFactors(db: Db, accountId: string, since = 0): Promise<void> {
  for (const table of ['factors', 'recovery_codes'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).where('created_at', '>=', since).execute();
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  // Recovery codes alone are no second factor.
  const [left] = await findFactors(db, accountId);
  if (!left) await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly string[]): Promise<void> {
  const now = Date.now();
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = hashes.map((code_hash) => ({ id: newId(now), account_id: accountId, code_hash, created_at: now }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Uses a recovery code; false if it does not exist. */
export const consumeRecoveryCode = (db: Db, accountId: string, hash: string): Promise<boolean> =>
  changesRow(db.deleteFrom('recovery_codes').where('account_id', '=', accountId).where('code_hash', '=', hash));

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const rows = await db.selectFrom('recovery_codes').select('id').where('account_id', '=', accountId).execute();
  return rows.length;
}
