import { HttpError, type TransactionContext } from 'portal-frame/server';
import { loadPlanRules } from '../../../server/plan/loadPlanRules.ts';
import { measureRoute } from '../../../server/plan/travelTimes.ts';
import { readZip } from '../../../src/wire/planning/zipCode.ts';

/**
 * Measures the planned route of a trip in miles: from the employee's start, if known, through its visits by their times.
 * As in the plan, distances are great circles between ZIP codes. Throws an HttpError (400) if a ZIP code is unknown.
 */
export async function measurePlannedMiles(
  { db, services }: Pick<TransactionContext, 'db' | 'services'>,
  { employee, visits }: { employee: string; visits: readonly string[] },
): Promise<number> {
  const { employees, findPlace } = await loadPlanRules({ ...services, db });
  const rows = await db
    .selectFrom('appointments')
    .select('address')
    .where('id', 'in', [...visits])
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
  const start = employees.get(employee)?.startZip;
  const places = [...(start ? [start] : []), ...rows.map(({ address }) => readZip(address))].map(findPlace);
  const known = places.filter((place) => place !== undefined);
  const rounded = Math.round(measureRoute(known) * 10) / 10;
  if (known.length < places.length || rounded === 0) throw HttpError.forField('miles', 400, 'server.noPlannedMiles');
  return rounded;
}
