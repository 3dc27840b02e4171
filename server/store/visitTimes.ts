import { getToday } from '../../frame/server/base/time.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { newId } from '../../frame/server/db/newId.ts';
import { VISIT_STATES } from '../../src/wire/visitReportApi.ts';
import type { VisitPart } from '../../src/wire/visitTimes.ts';
import type { VisitReportRow } from './schema.ts';

/** Of nobody by name: what is learnt is how long visits take, and not who is fast. */
export const visitTimeSteps = [
  `create table visit_times (
    id text primary key not null,
    part text not null,
    minutes integer not null,
    made_at bigint not null
  )`,
  'create index visit_times_made on visit_times (made_at)',
  'create index visit_reports_account on visit_reports (account_id, made_at)',
];

const MINUTE = 60_000;
/** Minutes that a visit or a way may take; what is more or less was not reported when it happened. */
const LEAST = 1;
const MOST = 180;

/** The last that an employee reported of how far a visit was, before this report: of its visit, or of any. */
const lastBefore = (db: Db, { id, account_id, appointment_id, made_at }: VisitReportRow, ofVisit: boolean) =>
  db
    .selectFrom('visit_reports')
    .select(['kind', 'made_at', 'appointment_id'])
    .where('account_id', '=', account_id)
    .where('made_at', '<=', made_at)
    .where('id', '!=', id)
    .where('kind', 'in', VISIT_STATES)
    .$if(ofVisit, (query) => query.where('appointment_id', '=', appointment_id))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Keeps how long something took that this report ends: a visit, from its start, or the way to it, from the end of the
 * visit before on the same day. Nothing where that is not known, or cannot be.
 */
export async function addVisitTime(db: Db, report: VisitReportRow, timeZone: string): Promise<void> {
  if (!VISIT_STATES.some((state) => state === report.kind)) return;
  const part: VisitPart = report.kind === 'started' ? 'between' : 'door';
  const last = await lastBefore(db, report, part === 'door');
  if (!last || (last.kind === 'started') !== (part === 'door')) return;
  if (part === 'between' && last.appointment_id === report.appointment_id) return;
  const from = Number(last.made_at);
  const minutes = Math.round((report.made_at - from) / MINUTE);
  if (minutes < LEAST || minutes > MOST) return;
  if (getToday(timeZone, from) !== getToday(timeZone, report.made_at)) return;
  await db
    .insertInto('visit_times')
    .values({ id: newId(report.made_at), part, minutes, made_at: report.made_at })
    .execute();
}
