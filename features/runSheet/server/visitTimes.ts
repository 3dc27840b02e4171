import { getToday, records, systemContext, type TransactionContext } from 'portal-frame/server';
import type { VisitReportRow } from '../../../server/store/schema.ts';
import { selectLastState } from '../../../server/store/visitState.ts';
import { VISIT_STATES, type VisitPart } from '../../../src/wire/choices.ts';

const MINUTE = 60_000;
/** Minutes; other durations were not reported when they happened. */
const LEAST = 1;
const MOST = 180;

/** Stores the duration of the visit or the way that this report ends. Skips unknown or impossible durations. */
export async function addVisitTime(tx: TransactionContext, report: VisitReportRow): Promise<void> {
  if (!VISIT_STATES.some((state) => state === report.kind)) return;
  const part: VisitPart = report.kind === 'started' ? 'between' : 'door';
  const last = await selectLastState(tx.db, report.account_id, report)
    .$if(part === 'door', (query) => query.where('appointment_id', '=', report.appointment_id))
    .executeTakeFirst();
  if (!last || (last.kind === 'started') !== (part === 'door')) return;
  if (part === 'between' && last.appointment_id === report.appointment_id) return;
  const from = Number(last.made_at);
  const minutes = Math.round((report.made_at - from) / MINUTE);
  if (minutes < LEAST || minutes > MOST) return;
  const { timeZone } = tx.services.config;
  if (getToday(timeZone, from) !== getToday(timeZone, report.made_at)) return;
  const madeAt = new Date(report.made_at).toISOString();
  await records(systemContext(tx)).create('visitTimes', { part, minutes, madeAt });
}
