import { records, systemContext, type TransactionContext } from 'portal-frame/server';
import { type CascadeResult, eraseDroppedRecords, releaseReferences } from 'portal-frame/server/database';
import { createAppointmentsEvent } from '../outbox/liveChanges.ts';
import { type Erased, eraseAppointments } from '../store/patients.ts';

const NAMES = ['appointments', 'archive'];

/**
 * Erases appointments with all patient data, also in payments, in records that refer to them, and in histories. Discard
 * `freedFiles` after the transaction. Throws 409 if a reference refuses.
 */
export async function erase(
  tx: TransactionContext,
  ids: readonly string[],
): Promise<Pick<Erased, 'rows'> & CascadeResult> {
  const { services, account, db, publish } = tx;
  const payments = { where: { appointment: { in: ids } } };
  await records(systemContext(tx)).updateMany('transactions', payments, {
    appointment: null,
    patientName: null,
    accountNumber: null,
  });
  const { rows, paths } = await eraseAppointments(db, ids);
  publish(createAppointmentsEvent(rows.flatMap((row) => [row.employee_id, row.laboratory_id])));
  const anonymized = tx.transaction.alsoChanged.splice(0);
  const released = await releaseReferences({ services, db, account, publish }, NAMES, rows);
  const deleted = released.alsoChanged.filter(({ operation }) => operation === 'delete');
  const gone = [
    ...NAMES.flatMap((resource) => rows.map(({ id }) => ({ resource, id }))),
    ...deleted.flatMap(({ resource, recordId }) => (recordId ? [{ resource, id: recordId }] : [])),
  ];
  const dropped = await eraseDroppedRecords(db, services.resources, gone);
  const alsoChanged = [...anonymized, ...released.alsoChanged];
  return { rows, alsoChanged, freedFiles: [...paths, ...released.freedFiles, ...dropped] };
}
