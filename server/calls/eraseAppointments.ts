import type { Transaction } from 'kysely';
import { type CascadeResult, eraseDroppedRecords, releaseReferences } from 'portal-frame/internal/records';
import type { Account, Publish, Services } from 'portal-frame/server';
import type { Schema } from 'portal-frame/server/database';
import { createAppointmentsEvent, createTransactionEvent } from '../outbox/liveChanges.ts';
import { type Erased, eraseAppointments } from '../store/patients.ts';

const NAMES = ['appointments', 'archive'];

/**
 * Erases appointments with all patient data: their tables, records of collections that refer to them, and histories.
 * Call in a transaction, and discard `freedFiles` after it. Throws 409 if a reference refuses.
 */
export async function erase(
  { services, account }: { services: Services; account: Account },
  db: Transaction<Schema>,
  publish: Publish,
  ids: readonly string[],
): Promise<Pick<Erased, 'rows'> & CascadeResult> {
  const { rows, paths } = await eraseAppointments(db, ids);
  publish(createAppointmentsEvent(rows.flatMap((row) => [row.employee_id, row.laboratory_id])));
  publish(createTransactionEvent('change'));
  const released = await releaseReferences({ services, db, account, publish }, NAMES, rows);
  const deleted = released.alsoChanged.filter(({ operation }) => operation === 'delete');
  const gone = [
    ...NAMES.flatMap((resource) => rows.map(({ id }) => ({ resource, id }))),
    ...deleted.flatMap(({ resource, recordId }) => (recordId ? [{ resource, id: recordId }] : [])),
  ];
  const dropped = await eraseDroppedRecords(db, services.resources, gone);
  return { rows, alsoChanged: released.alsoChanged, freedFiles: [...paths, ...released.freedFiles, ...dropped] };
}
