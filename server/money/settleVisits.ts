import { sql } from 'kysely';
import type { CollectionRecord } from 'portal-frame';
import {
  getToday,
  type RecordsContext,
  records,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { type Db, findCollection, splitIntoBatches } from 'portal-frame/server/database';
import { addMonths } from 'portal-frame/wire';
import { appointmentsById, lockAppointments } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { applyRules, type LedgerLine, type MoneyRule, reconcile, type VisitFacts } from './ledgerRules.ts';
import { collectFacts, findOutcome, findPaid, readReports } from './visitFacts.ts';

type Entry = CollectionRecord<'ledgerEntries'>;
type StoredRule = CollectionRecord<'prices'> | CollectionRecord<'payRates'>;

const MAX = { perPage: 10_000 } as const;
const toCents = (dollars: number | null) => Math.round((dollars ?? 0) * 100);
/** Returns the first day of a day's month. */
const toMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** Converts a price or rate of pay to a rule. */
const toRule = (rule: StoredRule): MoneyRule => ({
  id: rule.id,
  kind: rule.kind,
  party: ('employee' in rule ? rule.employee : 'payer' in rule ? (rule.laboratory ?? rule.payer) : null) ?? null,
  priority: rule.priority ?? null,
  cents: toCents(rule.amount),
  limit: rule.limit ?? null,
  from: rule.from,
  to: rule.to ?? null,
});

const toLine = (entry: Entry): LedgerLine => ({
  ...{ side: entry.side, outcome: entry.outcome, kind: entry.kind, rule: entry.rule },
  ...{ laboratory: entry.laboratory ?? null, employee: entry.employee ?? null, limit: entry.limit ?? null },
  ...{ since: entry.since, own: entry.own ?? false, month: entry.month },
  quantity: toCents(entry.quantity),
  rate: toCents(entry.rate),
  cents: toCents(entry.charge ?? entry.earning ?? 0),
});

/** Codes a patient for invoices: the end of the account number, else of the visit's id. */
const toPatientCode = ({ account_number, id }: AppointmentRow) =>
  account_number ? `••••${account_number.slice(-4)}` : id.slice(-8).toUpperCase();

/** An attempt that failed before the visit was moved or reassigned keeps its lines. */
const isEarlierAttempt = ({ outcome, visitAt, employee }: Entry, { scheduled_at, employee_id }: AppointmentRow) =>
  (outcome === 'couldNotDraw' || outcome === 'noShow') &&
  (Date.parse(visitAt) !== scheduled_at || employee !== employee_id);

/** The key of a month's lock on PostgreSQL: entries share it, a closing holds it alone. */
export const toMonthLock = (month: string) => sql`hashtext(${`ledger ${month}`})`;

/** Finds the month of new entries: the visit's, or the next one that is not closed. Opens the month if it is new. */
async function openMonth(tx: TransactionContext, first: string): Promise<string> {
  const { db, services } = tx;
  const isShared = services.store.kind === 'postgres';
  const api = records(systemContext(tx));
  for (let month = first; ; month = addMonths(month, 1)) {
    const find = () => api.find('periods', { where: { month }, fields: ['state'], perPage: 1 });
    if (isShared) await sql`select pg_advisory_xact_lock_shared(${toMonthLock(month)})`.execute(db);
    const [period] = (await find()).records;
    if (period?.state === 'open') return month;
    if (period) continue;
    // Two visits may open a month at once.
    if (isShared) await sql`select pg_advisory_xact_lock(hashtext('month'))`.execute(db);
    if ((await find()).records.length === 0) await api.create('periods', { month });
    return month;
  }
}

/** Finds the prices and rates that hold for these visits: those of their parties and days, and the general ones. */
async function findRulesOf(
  context: RecordsContext,
  rows: readonly AppointmentRow[],
  paid: readonly (string | null)[],
): Promise<[MoneyRule[], MoneyRule[]]> {
  const api = records(systemContext(context));
  const days = rows.map((row) => getToday(context.services.config.timeZone, row.scheduled_at)).toSorted();
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const holds = [{ from: { lte: last } }, { or: [{ to: null }, { to: { gte: first } }] }];
  const laboratory = [null, ...new Set(rows.flatMap(({ laboratory_id }) => laboratory_id ?? []))];
  const employee = [null, ...new Set(paid.flatMap((id) => id ?? []))];
  const { records: prices } = await api.find('prices', { where: { and: [...holds, { laboratory }] }, ...MAX });
  const { records: rates } = await api.find('payRates', { where: { and: [...holds, { employee }] }, ...MAX });
  return [prices.map(toRule), rates.map(toRule)];
}

/** Converts a line to a record of the ledger. */
function toEntry(row: AppointmentRow, { quantity, rate, cents, side, ...line }: LedgerLine, month: string) {
  return {
    ...line,
    visit: row.id,
    visitAt: new Date(row.scheduled_at).toISOString(),
    patientCode: toPatientCode(row),
    payer: row.laboratory,
    side,
    quantity: quantity / 100,
    rate: rate / 100,
    charge: side === 'charge' ? cents / 100 : null,
    earning: side === 'earning' ? cents / 100 : null,
    month,
  };
}

/** Finds the entries of visits. There may be more than one page of them. */
async function findEntries(context: RecordsContext, rows: readonly AppointmentRow[]): Promise<Map<string, Entry[]>> {
  const found: Entry[] = [];
  for (let page = 1; ; page++) {
    const { records: some, totalPages } = await records(systemContext(context)).find('ledgerEntries', {
      where: { visit: { in: rows.map(({ id }) => id) } },
      sort: { field: 'createdAt', order: 'ASC' },
      ...{ ...MAX, page },
    });
    found.push(...some);
    if (page >= totalPages) return Map.groupBy(found, ({ visit }) => visit);
  }
}

/** A condition names at most 1,000 records, and a visit may have several orders. */
export const MAX_NAMED = 200;

interface MissingLine {
  row: AppointmentRow;
  line: LedgerLine;
  /** Day of the visit. */
  day: string;
}

/** Finds the lines that visits lack by the prices and rates of their days, and reversals of those that no longer stand. */
export async function findMissingLines(context: RecordsContext, visits: readonly string[]): Promise<MissingLine[]> {
  if (!findCollection(context.services, 'ledgerEntries') || visits.length === 0) return [];
  const { kind } = context.services.store;
  const db: Db = context.transaction?.db ?? context.services.db;
  const ids = [...new Set(visits)];
  // A trip or a tube may arrive while the visit changes.
  const rows = context.transaction ? await lockAppointments(db, ids, kind) : await appointmentsById(db, ids);
  const reports = await readReports({ db }, rows);
  const byVisit = await findEntries(context, rows);
  // Open visits have nothing to settle, and most changes are theirs.
  if (byVisit.size === 0 && rows.every((row) => findOutcome(row, reports.get(row.id) ?? []) === null)) return [];
  const paid = rows.map((row) => findPaid(row, reports.get(row.id) ?? []));
  const [prices, rates] = await findRulesOf(context, rows, paid);
  if (prices.length + rates.length + byVisit.size === 0) return [];
  const kinds = new Set([...prices, ...rates].map(({ kind }) => kind));
  const facts = await collectFacts(context, rows, reports, kinds);
  return rows.flatMap((row) => {
    const own = (byVisit.get(row.id) ?? []).filter((entry) => !isEarlierAttempt(entry, row));
    const fact = facts.get(row.id) as VisitFacts;
    const lines = reconcile(own.map(toLine), applyRules(fact, prices, rates));
    return lines.map((line) => ({ row, line, day: fact.day }));
  });
}

/**
 * Adds the ledger entries that visits lack by prices and rates, and reverses those that no longer stand. Call it in the
 * transaction of every change of visits.
 */
export async function settleVisits(context: RecordsContext, visits: readonly string[]): Promise<void> {
  await transaction(context, async (tx) => {
    const months = new Map<string, string>();
    for (const portion of splitIntoBatches(visits, MAX_NAMED)) {
      const added = [];
      for (const { row, line, day } of await findMissingLines(tx, portion)) {
        const first = line.month ?? toMonth(day);
        const month = months.get(first) ?? (await openMonth(tx, first));
        months.set(first, month);
        added.push(toEntry(row, line, month));
      }
      if (added.length > 0) await records(systemContext(tx)).createMany('ledgerEntries', added, { fields: [] });
    }
  });
}
