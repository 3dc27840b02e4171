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
import { addMonths } from 'portal-frame/wire';
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
  ...{ since: entry.since, own: entry.own ?? false },
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

/**
 * Finds the month of new entries: the visit's, or the next one that is not closed. Months are opened here. On PostgreSQL
 * a closing waits for the entries of others, and they for it.
 */
async function openMonth(tx: TransactionContext, first: string): Promise<string> {
  const { db, services } = tx;
  if (services.store.kind === 'postgres')
    await sql`select pg_advisory_xact_lock_shared(hashtext('ledger'))`.execute(db);
  const api = records(systemContext(tx));
  const { records: found } = await api.find('periods', {
    where: { month: { gte: first } },
    fields: ['month', 'state'],
    sort: { field: 'month', order: 'ASC' },
    ...MAX,
  });
  const states = new Map(found.map(({ month, state }) => [month, state]));
  let month = first;
  while (states.get(month) === 'closed') {
    month = addMonths(month, 1);
  }
  if (states.has(month)) return month;
  // Two visits may open a month at once.
  if (services.store.kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('month'))`.execute(db);
  if ((await api.count('periods', { where: { month } })) === 0) await api.create('periods', { month });
  return month;
}

/** Finds the prices and rates that hold for these visits: those of their parties and days, and the general ones. */
async function findRulesOf(
  tx: TransactionContext,
  rows: readonly AppointmentRow[],
  paid: readonly (string | null)[],
): Promise<[MoneyRule[], MoneyRule[]]> {
  const api = records(systemContext(tx));
  const days = rows.map((row) => getToday(tx.services.config.timeZone, row.scheduled_at)).toSorted();
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const holds = [{ from: { lte: last } }, { or: [{ to: null }, { to: { gte: first } }] }];
  const laboratory = [null, ...new Set(rows.flatMap(({ laboratory_id }) => laboratory_id ?? []))];
  const employee = [null, ...new Set(paid.flatMap((id) => id ?? []))];
  const { records: prices } = await api.find('prices', { where: { and: [...holds, { laboratory }] }, ...MAX });
  const { records: rates } = await api.find('payRates', { where: { and: [...holds, { employee }] }, ...MAX });
  return [prices.map(toRule), rates.map(toRule)];
}

/** Converts lines to records of the ledger. */
function toEntries(row: AppointmentRow, lines: readonly LedgerLine[], month: string) {
  return lines.map(({ quantity, rate, cents, side, ...line }) => ({
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
  }));
}

/**
 * Adds the ledger entries that visits lack by prices and rates, and reverses those that no longer stand. Call it in the
 * transaction of every change of visits. Without prices and rates it does nothing.
 */
export async function settleVisits(context: RecordsContext, visits: readonly string[]): Promise<void> {
  const hasLedger = context.services.collections.some(({ resource }) => resource.name === 'ledgerEntries');
  if (!hasLedger || visits.length === 0) return;
  await transaction(context, async (tx) => {
    const api = records(systemContext(tx));
    const rows = await tx.db
      .selectFrom('appointments')
      .selectAll()
      .where('id', 'in', [...new Set(visits)])
      .execute();
    const reports = await readReports(tx, rows);
    const own = { visit: { in: rows.map(({ id }) => id) } };
    // Open visits have nothing to settle, and most changes are theirs.
    const isOpen = rows.every((row) => findOutcome(row, reports.get(row.id) ?? []) === null);
    if (isOpen && (await api.count('ledgerEntries', { where: own })) === 0) return;
    const paid = rows.map((row) => findPaid(row, reports.get(row.id) ?? []));
    const [prices, rates] = await findRulesOf(tx, rows, paid);
    if (prices.length + rates.length === 0) return;
    const kinds = new Set([...prices, ...rates].map(({ kind }) => kind));
    const facts = await collectFacts(tx, rows, reports, kinds);
    const { records: existing } = await api.find('ledgerEntries', {
      where: own,
      sort: { field: 'createdAt', order: 'ASC' },
      ...MAX,
    });
    const byVisit = Map.groupBy(existing, ({ visit }) => visit);
    const months = new Map<string, string>();
    const added = [];
    for (const row of rows) {
      const kept = (byVisit.get(row.id) ?? []).filter((entry) => !isEarlierAttempt(entry, row));
      const fact = facts.get(row.id) as VisitFacts;
      const lines = reconcile(kept.map(toLine), applyRules(fact, prices, rates));
      if (lines.length === 0) continue;
      const first = toMonth(fact.day);
      const month = months.get(first) ?? (await openMonth(tx, first));
      months.set(first, month);
      added.push(...toEntries(row, lines, month));
    }
    if (added.length > 0) await api.createMany('ledgerEntries', added);
  });
}
