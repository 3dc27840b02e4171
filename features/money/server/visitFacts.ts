import { getToday, type RecordsContext, records, systemContext } from 'portal-frame/server';
import { type Db, findCollection } from 'portal-frame/server/database';
import type { AppointmentRow, VisitReportRow } from '../../../server/store/schema.ts';
import { shareMiles } from '../../mileage/server/tripShares.ts';
import type { Outcome } from '../wire/moneyKinds.ts';
import type { ReportedFacts } from './ledgerParts.ts';
import type { VisitFacts } from './ledgerRules.ts';

const MINUTE = 60_000;
const ABSENT = ['notHome', 'wrongAddress'];

/**
 * Finds the outcome of a visit that rules price; null while it is open. A failed trip counts for nothing while its
 * report is held.
 */
export function findOutcome(
  { id, status, visit_state }: AppointmentRow,
  reports: readonly VisitReportRow[],
  ignored: ReadonlySet<string> = new Set(),
): Outcome | null {
  if (status === 'Completed') return 'completed';
  if (visit_state === 'couldNotDraw' && !ignored.has(`outcome ${id}`)) {
    const { reason } = reports.findLast(({ kind }) => kind === 'couldNotDraw') ?? {};
    return ABSENT.includes(reason ?? '') ? 'noShow' : 'couldNotDraw';
  }
  return status === 'Rejected' ? 'cancelledLate' : null;
}

/** Time at the door, as a phone reported it. */
export interface Stay {
  from: number;
  to: number;
  minutes: number;
  /** Account that reported the end. */
  employee: string;
}

/** Finds the time from the last start of the employee who ended a visit to its end; undefined if none was reported. */
export function findStay(reports: readonly VisitReportRow[]): Stay | undefined {
  const end = reports.findLast(({ kind }) => kind === 'done' || kind === 'couldNotDraw');
  // A start of somebody who had the visit before says nothing about the time of the one who ended it.
  const isStart = ({ kind, made_at, account_id }: VisitReportRow) =>
    kind === 'started' && account_id === end?.account_id && made_at <= end.made_at;
  const start = reports.findLast(isStart);
  if (!start || !end) return undefined;
  const [from, to] = [start.made_at, end.made_at];
  return { from, to, minutes: Math.round((to - from) / MINUTE), employee: end.account_id };
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
    tests: new Map(orders.map(({ appointment, tests }) => [appointment, Array.isArray(tests) ? tests.length : 0])),
    tubes: Map.groupBy(tubes, ({ testOrder }) => byOrder.get(String(testOrder))),
  };
}

/** Collects the facts of visits that rules of their kinds need, by visit. `ignored` names the quantities that are held. */
export async function collectFacts(
  tx: RecordsContext,
  { rows, reports, trips, kinds }: ReportedFacts,
  ignored: ReadonlySet<string>,
): Promise<Map<string, VisitFacts>> {
  const ids = rows.map(({ id }) => id);
  const { timeZone } = tx.services.config;
  const hasOrders = findCollection(tx.services, 'drawnTubes');
  const counted = hasOrders && (kinds.has('test') || kinds.has('tube')) ? await countTests(tx, ids) : undefined;
  const miles = shareMiles(trips.filter(({ id }) => !ignored.has(`miles ${id}`)));
  return new Map(
    rows.map((row) => {
      const own = reports.get(row.id) ?? [];
      const facts: VisitFacts = {
        day: getToday(timeZone, row.scheduled_at),
        outcome: findOutcome(row, own, ignored),
        laboratory: row.laboratory_id,
        payer: row.laboratory,
        employee: findPaid(row, own),
        priority: row.priority,
        tests: counted?.tests.get(row.id) ?? 0,
        tubes: ignored.has(`tubes ${row.id}`) ? 0 : (counted?.tubes.get(row.id)?.length ?? 0),
        minutes: ignored.has(`minutes ${row.id}`) ? 0 : (findStay(own)?.minutes ?? 0),
        centimiles: miles.get(row.id) ?? 0,
        cancelledByCustomer: row.cancelled_by === 'patient' || row.cancelled_by === 'laboratory',
        // Cancelling sets `dispatched_at`, unless the visit was entered as cancelled.
        noticeHours: (row.scheduled_at - (row.dispatched_at ?? row.created_at)) / (60 * MINUTE),
      };
      return [row.id, facts];
    }),
  );
}
