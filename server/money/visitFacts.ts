import { getToday, type RecordsContext, records, systemContext } from 'portal-frame/server';
import { type Db, findCollection } from 'portal-frame/server/database';
import type { LedgerKind, Outcome } from '../../src/wire/money/moneyKinds.ts';
import type { AppointmentRow, VisitReportRow } from '../store/schema.ts';
import { prorateMiles, type VisitFacts } from './ledgerRules.ts';

const MINUTE = 60_000;
const ABSENT = ['notHome', 'wrongAddress'];

/** Finds the outcome of a visit that rules price; null while it is open. */
export function findOutcome(
  { status, visit_state }: AppointmentRow,
  reports: readonly VisitReportRow[],
): Outcome | null {
  if (status === 'Completed') return 'completed';
  if (visit_state === 'couldNotDraw') {
    const { reason } = reports.findLast(({ kind }) => kind === 'couldNotDraw') ?? {};
    return ABSENT.includes(reason ?? '') ? 'noShow' : 'couldNotDraw';
  }
  return status === 'Rejected' ? 'cancelledLate' : null;
}

/** Returns the minutes between the last start and the end of a visit, as its phone reported them. */
function measureMinutes(reports: readonly VisitReportRow[]): number {
  const end = reports.findLast(({ kind }) => kind === 'done' || kind === 'couldNotDraw');
  const start = reports.findLast(({ kind, made_at }) => kind === 'started' && made_at <= (end?.made_at ?? 0));
  return start && end ? Math.round((end.made_at - start.made_at) / MINUTE) : 0;
}

/**
 * Finds who is paid for a visit: whose report ended it if it is completed, even if it was given to another employee
 * since, else the visit's employee.
 */
export const findPaid = ({ status, employee_id }: AppointmentRow, reports: readonly VisitReportRow[]): string | null =>
  (status === 'Completed' ? reports.findLast(({ kind }) => kind === 'done')?.account_id : undefined) ?? employee_id;

/** Reads the reports of visits at their current times, by visit, oldest first. */
export async function readReports({ db }: { db: Db }, rows: readonly AppointmentRow[]) {
  const reports = await db
    .selectFrom('visit_reports')
    .selectAll()
    .where(
      'appointment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('kind', 'in', ['started', 'done', 'couldNotDraw'])
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  const times = new Map(rows.map(({ id, scheduled_at }) => [id, scheduled_at]));
  const current = reports.filter(({ appointment_id: id, scheduled_at }) => scheduled_at === times.get(id));
  return Map.groupBy(current, ({ appointment_id: id }) => id);
}

/** Counts tests and tubes by visit. */
async function countTests(context: RecordsContext, visits: readonly string[]) {
  const api = records(systemContext(context));
  const { records: orders } = await api.find('testOrders', {
    where: { appointment: { in: visits } },
    fields: ['appointment', 'tests'],
    perPage: 10_000,
  });
  const byOrder = new Map(orders.map(({ id, appointment }) => [id, appointment]));
  const { records: tubes } = await api.find('drawnTubes', {
    where: { testOrder: { in: [...byOrder.keys()] } },
    fields: ['testOrder'],
    perPage: 10_000,
  });
  return {
    tests: new Map(orders.map(({ appointment, tests }) => [appointment, tests?.length ?? 0])),
    tubes: Map.groupBy(tubes, ({ testOrder }) => byOrder.get(testOrder)),
  };
}

/** Sums the shares of trips, in hundredths of a mile by visit. */
async function shareTrips(context: RecordsContext, visits: readonly string[]): Promise<Map<string, number>> {
  const { records: trips } = await records(systemContext(context)).find('trips', {
    where: { visits: { in: visits } },
    fields: ['miles', 'visits', 'shares'],
    perPage: 10_000,
  });
  const shares = new Map<string, number>();
  for (const { miles, visits: listed, shares: count } of trips) {
    const shared = listed ?? [];
    const parts = prorateMiles(miles ?? 0, count ?? shared.length);
    for (const [at, visit] of shared.entries())
      if (visit) shares.set(visit, (shares.get(visit) ?? 0) + (parts[at] ?? 0));
  }
  return shares;
}

/** Collects the facts of visits that rules of these kinds need, by visit. */
export async function collectFacts(
  tx: RecordsContext,
  rows: readonly AppointmentRow[],
  reports: ReadonlyMap<string, readonly VisitReportRow[]>,
  kinds: ReadonlySet<LedgerKind>,
): Promise<Map<string, VisitFacts>> {
  const ids = rows.map(({ id }) => id);
  const { timeZone } = tx.services.config;
  const hasOrders = findCollection(tx.services, 'drawnTubes');
  const counted = hasOrders && (kinds.has('test') || kinds.has('tube')) ? await countTests(tx, ids) : undefined;
  const miles = kinds.has('mile') ? await shareTrips(tx, ids) : undefined;
  return new Map(
    rows.map((row) => {
      const own = reports.get(row.id) ?? [];
      const facts: VisitFacts = {
        day: getToday(timeZone, row.scheduled_at),
        outcome: findOutcome(row, own),
        laboratory: row.laboratory_id,
        payer: row.laboratory,
        employee: findPaid(row, own),
        priority: row.priority,
        tests: counted?.tests.get(row.id) ?? 0,
        tubes: counted?.tubes.get(row.id)?.length ?? 0,
        minutes: measureMinutes(own),
        centimiles: miles?.get(row.id) ?? 0,
        // Cancelling sets `dispatched_at`.
        noticeHours: (row.scheduled_at - (row.dispatched_at ?? row.updated_at)) / (60 * MINUTE),
      };
      return [row.id, facts];
    }),
  );
}
