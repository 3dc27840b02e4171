import { HttpError, records, type Services, systemContext, transaction } from 'portal-frame/server';
import { finishedBefore } from '../store/patients.ts';

/** Small transactions let other requests run. */
const APPOINTMENTS_PER_TRANSACTION = 20;

/** Deletes appointments in one transaction, with audit entries. Returns their number. */
const deleteAppointments = (services: Services, ids: readonly string[], now: number): Promise<number> =>
  transaction(systemContext(services), async (tx) => {
    const deleted = await records(tx).deleteMany('appointments', ids);
    await tx.note(tx.db);
    const details = { fields: [], reason: 'retention' };
    const by = { at: now, accountId: null, address: '', details };
    const changes = tx.transaction.alsoChanged.splice(0);
    await services.activity.append(
      tx.db,
      changes.map(({ operation, resource, recordId }) => ({ ...by, operation, resource, recordId })),
    );
    return deleted.length;
  });

/** Deletes finished appointments over RETENTION_YEARS, each with an audit entry; returns their number. */
export async function deleteExpired(services: Services, now = Date.now()): Promise<number> {
  const { config, db } = services;
  if (config.retentionYears === 0) return 0;
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - config.retentionYears);
  let deleted = 0;
  const refused: string[] = [];
  for (;;) {
    const ids = await finishedBefore(db, before.getTime(), APPOINTMENTS_PER_TRANSACTION, refused);
    if (ids.length === 0) return deleted;
    const erased = await deleteAppointments(services, ids, now).catch(async (cause: unknown) => {
      if (!(cause instanceof HttpError)) throw cause;
      // A reference forbids a deletion, or there are too many: delete one by one and skip rejected ones.
      let count = 0;
      for (const id of ids)
        count += await deleteAppointments(services, [id], now).catch((again: unknown) => {
          if (!(again instanceof HttpError)) throw again;
          refused.push(id);
          return 0;
        });
      return count;
    });
    deleted += erased;
  }
}
