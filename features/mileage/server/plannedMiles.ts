import { HttpError, type TransactionContext } from 'portal-frame/server';
import { loadRoutes } from '../../../server/calls/planning/bookingRules.ts';
import { readZip } from '../../../src/wire/appointments/zipCode.ts';

/**
 * Measures the planned route of a trip in miles: from the employee's start, if known, through its visits by their times.
 * As in the plan, distances are great circles between ZIP codes. Throws an HttpError (400) if a ZIP code is unknown.
 */
export async function measurePlannedMiles(
  { db, services }: Pick<TransactionContext, 'db' | 'services'>,
  { employee, visits }: { employee: string; visits: readonly string[] },
): Promise<number> {
  const measure = await loadRoutes({ ...services, db });
  const rows = await db
    .selectFrom('appointments')
    .select('address')
    .where('id', 'in', [...visits])
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
  const { miles, hasPlaces } = measure(
    employee,
    rows.map(({ address }) => readZip(address)),
  );
  const rounded = Math.round(miles * 10) / 10;
  if (!hasPlaces || rounded === 0) throw HttpError.forField('miles', 400, 'server.noPlannedMiles');
  return rounded;
}
