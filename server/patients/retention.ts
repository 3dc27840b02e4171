import { HttpError, type Services, systemContext, transaction } from 'portal-frame/server';
import { erase } from '../calls/eraseAppointments.ts';
import { finishedBefore } from '../store/patients.ts';

/** Small transactions let other requests run. */
const APPOINTMENTS_PER_TRANSACTION = 50;

/** Erases appointments in one transaction, with audit entries, then their files. Returns the number of appointments. */
async function eraseAppointments(services: Services, ids: readonly string[], now: number): Promise<number> {
  const { rows, freedFiles } = await transaction(systemContext(services), async (tx) => {
    const erased = await erase(tx, ids);
    const all = [
      ...erased.rows.map(({ id }) => ({ operation: 'delete' as const, resource: 'appointments', recordId: id })),
      ...erased.alsoChanged,
    ];
    const details = { fields: [], reason: 'retention' };
    await services.audit.appendInTransaction(
      tx.db,
      all.map(({ operation, resource, recordId }) => ({
        ...{ at: now, accountId: null, address: '', details },
        ...{ operation, resource, recordId },
      })),
    );
    return erased;
  });
  await services.files.discard(freedFiles);
  return rows.length;
}

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
    const erased = await eraseAppointments(services, ids, now).catch(async (cause: unknown) => {
      if (!(cause instanceof HttpError)) throw cause;
      // A reference forbids a deletion, or there are too many: delete one by one and skip rejected ones.
      let count = 0;
      for (const id of ids)
        count += await eraseAppointments(services, [id], now).catch((again: unknown) => {
          if (!(again instanceof HttpError)) throw again;
          refused.push(id);
          return 0;
        });
      return count;
    });
    deleted += erased;
  }
}
