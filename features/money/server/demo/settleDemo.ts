import { type Services, systemContext } from 'portal-frame/server';
import { settleVisits } from '../settleVisits.ts';

const PORTION = 200;

/** Writes the ledger of the demo's visits, with their tubes and trips, as if each had just ended. */
export async function settleDemo(services: Services): Promise<void> {
  const query = services.db.selectFrom('appointments').select('id').where('status', '!=', 'Pending');
  const ids = (await query.orderBy('scheduled_at').orderBy('patient_key').execute()).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += PORTION)
    await settleVisits(systemContext(services), ids.slice(from, from + PORTION));
}
