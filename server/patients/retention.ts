import type { FastifyBaseLogger } from 'fastify';
import { daily } from '../../frame/server/base/daily.ts';
import { transact } from '../../frame/server/outbox/transact.ts';
import type { Services } from '../../frame/server/services.ts';
import { appointmentsEvent, transactionEvent } from '../outbox/events.ts';
import { eraseAppointments, finishedBefore } from '../store/patients.ts';

/** Appointments of one transaction, so that requests come between. */
const PORTION = 200;

/**
 * Deletes finished appointments whose time lies more than RETENTION_YEARS back, with all that names their patients.
 * Each leaves its row in the audit trail, in the transaction that deletes it. Gives how many there were.
 */
export async function sweepRetention(services: Services, now = Date.now()): Promise<number> {
  const { config, db, audit, files } = services;
  if (config.retentionYears === 0) return 0;
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - config.retentionYears);
  let deleted = 0;
  for (;;) {
    const ids = await finishedBefore(db, before.getTime(), PORTION);
    if (ids.length === 0) return deleted;
    const { rows, paths } = await transact(services, async (trx, publish) => {
      const erased = await eraseAppointments(trx, ids);
      publish(appointmentsEvent(erased.rows.flatMap((row) => [row.employee_id, row.laboratory_id])));
      publish(transactionEvent('change'));
      const by = { at: now, accountId: null, operation: 'delete', resource: 'appointments', address: '' } as const;
      const details = { fields: [], reason: 'retention' };
      await audit.within(
        trx,
        erased.rows.map(({ id }) => ({ ...by, recordId: id, details })),
      );
      return erased;
    });
    await files.discard(paths);
    deleted += rows.length;
  }
}

/** Keeps RETENTION_YEARS, from the start on and daily; what was deleted is logged. */
export const keepRetention = (services: Services, log: FastifyBaseLogger) =>
  daily(log, {
    run: () => sweepRetention(services),
    report(deleted) {
      if (deleted > 0) log.warn({ deleted }, 'appointments older than RETENTION_YEARS were deleted');
    },
    failed: 'RETENTION_YEARS could not be kept',
  });
