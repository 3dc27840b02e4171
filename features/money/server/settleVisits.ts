import type { CollectionRecord } from 'portal-frame';
import { getToday, type RecordsContext, records, systemContext, transaction } from 'portal-frame/server';
import { type Db, findCollection, splitIntoBatches } from 'portal-frame/server/database';
import { appointmentsById, lockAppointments } from '../../../server/store/appointments.ts';
import type { AppointmentRow, VisitReportRow } from '../../../server/store/schema.ts';
import { findTrips } from '../../mileage/server/tripShares.ts';
import { findAdjustments, getClaimChecks, type ReportedFacts } from './ledgerParts.ts';
import {
  type Adjustment,
  adjust,
  applyRules,
  findReason,
  findStanding,
  isWaived,
  type LedgerLine,
  type MoneyRule,
  reconcile,
  type VisitFacts,
} from './ledgerRules.ts';
import { openMonth } from './openMonth.ts';
import { collectFacts, findOutcome, findPaid, readReports } from './visitFacts.ts';

type Entry = CollectionRecord<'ledgerEntries'>;
type StoredRule = CollectionRecord<'prices'> | CollectionRecord<'payRates'>;

const MAX = { perPage: 10_000 } as const;
const toCents = (dollars: number | null) => Math.round((dollars ?? 0) * 100);
const toMills = (dollars: number | null) => Math.round((dollars ?? 0) * 1000);
/** Returns the first day of a day's month. */
const toMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** Converts a price or rate of pay to a rule. */
const toRule = (rule: StoredRule): MoneyRule => ({
  id: rule.id,
  kind: rule.kind,
  party: ('employee' in rule ? rule.employee : 'payer' in rule ? (rule.laboratory ?? rule.payer) : null) ?? null,
  priority: rule.priority ?? null,
  mills: toMills(rule.amount),
  limit: rule.limit ?? null,
  from: rule.from,
  to: rule.to ?? null,
});

const toLine = (entry: Entry): LedgerLine => ({
  ...{ side: entry.side, outcome: entry.outcome, kind: entry.kind, rule: entry.rule },
  ...{ laboratory: entry.laboratory ?? null, payer: entry.payer ?? '', employee: entry.employee ?? null },
  limit: entry.limit ?? null,
  ...{ since: entry.since, own: entry.own ?? false, month: entry.month },
  quantity: toCents(entry.quantity),
  rate: toMills(entry.rate),
  cents: toCents(entry.charge ?? entry.earning ?? 0),
});

/** Codes a patient for invoices: the end of the account number, else of the visit's id. */
const toPatientCode = ({ account_number, id }: AppointmentRow) =>
  account_number ? `••••${account_number.slice(-4)}` : id.slice(-8).toUpperCase();

/** An attempt that failed before the visit was moved or reassigned keeps its lines. */
const isEarlierAttempt = ({ outcome, visitAt, employee }: Entry, { scheduled_at, employee_id }: AppointmentRow) =>
  (outcome === 'couldNotDraw' || outcome === 'noShow') &&
  (Date.parse(visitAt) !== scheduled_at || employee !== employee_id);

/** True if an earlier attempt was charged, and nobody set out again: its cancellation is not charged as well. */
function isChargedBefore(
  entries: readonly Entry[],
  row: AppointmentRow,
  reports: readonly VisitReportRow[],
  decided: readonly Adjustment[],
): boolean {
  const earlier = entries.filter((entry) => entry.side === 'charge' && isEarlierAttempt(entry, row));
  const isCharged = findStanding(earlier.map(toLine)).length > 0 || earlier.some((entry) => isWaived(entry, decided));
  return isCharged && !reports.some(({ account_id }) => account_id === row.employee_id);
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
    side,
    quantity: quantity / 100,
    rate: rate / 1000,
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
    if (page >= totalPages) return Map.groupBy(found, ({ visit }) => visit ?? '');
  }
}

/** A condition names at most 1,000 records. */
export const MAX_NAMED = 200;

interface MissingLine {
  row: AppointmentRow;
  line: LedgerLine;
  /** Day of the visit. */
  day: string;
}

/** The facts, entries and rules of visits. */
interface VisitState extends ReportedFacts {
  entries: ReadonlyMap<string, readonly Entry[]>;
  adjustments: ReadonlyMap<string, readonly Adjustment[]>;
  prices: MoneyRule[];
  rates: MoneyRule[];
}

/** Reads visits that may lack lines; undefined if none has a result, entries or rules. */
async function readState(context: RecordsContext, visits: readonly string[]): Promise<VisitState | undefined> {
  if (!findCollection(context.services, 'ledgerEntries') || visits.length === 0) return undefined;
  const { kind } = context.services.store;
  const db: Db = context.transaction?.db ?? context.services.db;
  const ids = [...new Set(visits)];
  // A trip or a tube may arrive while the visit changes.
  const rows = context.transaction ? await lockAppointments(db, ids, kind) : await appointmentsById(db, ids);
  const reports = await readReports({ db }, rows);
  const entries = await findEntries(context, rows);
  const adjustments = await findAdjustments(context, ids);
  // Open visits have nothing to settle, and most changes are theirs.
  if (
    entries.size + adjustments.size === 0 &&
    rows.every((row) => findOutcome(row, reports.get(row.id) ?? []) === null)
  )
    return undefined;
  const paid = rows.map((row) => findPaid(row, reports.get(row.id) ?? []));
  const [prices, rates] = await findRulesOf(context, rows, paid);
  if (prices.length + rates.length + entries.size + adjustments.size === 0) return undefined;
  const kinds = new Set([...prices, ...rates].map((rule) => rule.kind));
  const trips = kinds.has('mile') ? await findTrips(context, { visits: { in: rows.map(({ id }) => id) } }) : [];
  return { rows, reports, entries, adjustments, prices, rates, kinds, trips };
}

async function listMissing(context: RecordsContext, state: VisitState): Promise<MissingLine[]> {
  const { rows, entries, adjustments, prices, rates } = state;
  const ignored = await getClaimChecks(context)?.findIgnored(context, state);
  const facts = await collectFacts(context, state, ignored ?? new Set());
  return rows.flatMap((row) => {
    const decided = adjustments.get(row.id) ?? [];
    const all = entries.get(row.id) ?? [];
    const own = all.filter((entry) => !isEarlierAttempt(entry, row) || isWaived(entry, decided));
    const found = facts.get(row.id) as VisitFacts;
    const isCharged = isChargedBefore(all, row, state.reports.get(row.id) ?? [], decided);
    const fact = { ...found, cancelledByCustomer: found.cancelledByCustomer && !isCharged };
    const lines = reconcile(own.map(toLine), adjust(applyRules(fact, prices, rates), fact, decided));
    return lines.map((line) => ({ row, line: { ...line, reason: findReason(line, decided) }, day: fact.day }));
  });
}

/** Finds the lines that visits lack by the prices and rates of their days, and reversals of those that no longer stand. */
export async function findMissingLines(context: RecordsContext, visits: readonly string[]): Promise<MissingLine[]> {
  const state = await readState(context, visits);
  return state ? listMissing(context, state) : [];
}

/** True if visits lack lines, or claims about them are to be held. */
export async function isUnsettled(context: RecordsContext, visits: readonly string[]): Promise<boolean> {
  const state = await readState(context, visits);
  if (!state) return false;
  if (await getClaimChecks(context)?.isOutdated(context, state)) return true;
  return (await listMissing(context, state)).length > 0;
}

/**
 * Holds implausible claims about visits, adds the ledger entries that visits lack by prices and rates, and reverses
 * those that no longer stand. moneyFacts.ts calls it after every change of a fact.
 */
export async function settleVisits(context: RecordsContext, visits: readonly string[]): Promise<void> {
  await transaction(context, async (tx) => {
    const months = new Map<string, string>();
    for (const portion of splitIntoBatches(visits, MAX_NAMED)) {
      const state = await readState(tx, portion);
      if (!state) continue;
      await getClaimChecks(tx)?.update(tx, state);
      const added = [];
      for (const { row, line, day } of await listMissing(tx, state)) {
        const first = line.month ?? toMonth(day);
        const month = months.get(first) ?? (await openMonth(tx, first));
        months.set(first, month);
        added.push(toEntry(row, line, month));
      }
      if (added.length > 0) await records(systemContext(tx)).createMany('ledgerEntries', added, { fields: [] });
    }
  });
}
