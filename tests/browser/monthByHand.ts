import { DatabaseSync } from 'node:sqlite';
import { DateTime } from 'luxon';

/** A row of SQL. */
type Row = Readonly<Record<string, string | number | null>>;

/** Cents by laboratory (the name on its visits), and by employee (account id). */
export interface MonthFigures {
  visits: number;
  charges: Map<string, number>;
  earnings: Map<string, number>;
}

const HOUR = 3_600_000;

/** Finds the amount in a price list, as a person would: the own price first, else the general one. */
function lookUp(list: readonly Row[], owner: string | null, party: string | null, kind: string, visit: Row) {
  const day = String(visit.day);
  const fits = list.filter(
    (row) =>
      row.text_kind === kind &&
      String(row.text_from) <= day &&
      (row.text_to === null || day <= String(row.text_to)) &&
      (row.text_priority === null || row.text_priority === visit.priority),
  );
  const own = fits.find((row) => owner !== null && party !== null && row[owner] === party);
  return own ?? fits.find((row) => !row.text_laboratory && !row.text_payer && !row.text_employee);
}

/** How often each kind is charged and paid for a visit; a share of miles is a fraction. */
function countKinds(visit: Row): Record<string, number> {
  const miles = Number(visit.miles);
  if (visit.status === 'Completed') {
    const { tests, tubes } = visit;
    return { visit: 1, test: Number(tests), tube: Number(tubes), priority: 1, mile: miles, bonus: 1 };
  }
  if (visit.visit_state === 'couldNotDraw') {
    const nobody = visit.reason === 'notHome' || visit.reason === 'wrongAddress';
    return { [nobody ? 'noShow' : 'couldNotDraw']: 1, mile: miles };
  }
  return visit.status === 'Rejected' ? { cancelledLate: 1 } : {};
}

/**
 * Computes the invoices and payouts of a month from its visits, orders, tubes, trips and price lists. It shares no code
 * with the server. Waiting and hours need times at the door, which the visits of this computation do not have.
 */
export function computeByHand(file: string, month: string, zone: string): MonthFigures {
  const db = new DatabaseSync(file, { readOnly: true });
  const first = DateTime.fromISO(`${month}-01`, { zone });
  const visits = db
    .prepare(
      `select v.*, (select reason from visit_reports r where r.appointment_id = v.id and kind = 'couldNotDraw'
          order by made_at desc limit 1) as reason,
        (select count(*) from c_testOrders o join l_testOrders_tests t on t.record_id = o.id
          where o.text_appointment = v.id) as tests,
        (select count(*) from c_testOrders o join c_drawnTubes t on t.text_testOrder = o.id
          where o.text_appointment = v.id) as tubes,
        (select coalesce(sum(t.real_miles / (select count(*) from l_trips_visits n where n.record_id = t.id)), 0)
          from c_trips t join l_trips_visits l on l.record_id = t.id where l.target_id = v.id) as miles
      from appointments v where scheduled_at >= ? and scheduled_at < ?`,
    )
    .all(first.toMillis(), first.plus({ months: 1 }).toMillis()) as Row[];
  const prices = db.prepare('select * from c_prices').all() as Row[];
  const rates = db.prepare('select * from c_payRates').all() as Row[];
  db.close();
  const charges = new Map<string, number>();
  const earnings = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents);
  for (const stored of visits) {
    const visit = { ...stored, day: DateTime.fromMillis(Number(stored.scheduled_at), { zone }).toISODate() };
    const notice = (Number(stored.scheduled_at) - Number(stored.dispatched_at ?? stored.created_at)) / HOUR;
    const [laboratory, employee] = [stored.laboratory_id as string | null, stored.employee_id as string | null];
    for (const [kind, count] of Object.entries(countKinds(visit))) {
      const price = laboratory
        ? lookUp(prices, 'text_laboratory', laboratory, kind, visit)
        : lookUp(prices, 'text_payer', String(stored.laboratory), kind, visit);
      const rate = employee ? lookUp(rates, 'text_employee', employee, kind, visit) : undefined;
      const isCounted = (row: Row | undefined) => row && (kind !== 'cancelledLate' || notice < Number(row.real_limit));
      const toCents = (row: Row | undefined) => Math.round((count * Number(row?.mills_amount)) / 10);
      const isOurs = kind === 'cancelledLate' && stored.cancelled_by !== 'patient';
      if (isCounted(price) && !isOurs) add(charges, String(stored.laboratory), toCents(price));
      if (isCounted(rate)) add(earnings, String(employee), toCents(rate));
    }
  }
  return { visits: visits.length, charges, earnings };
}
