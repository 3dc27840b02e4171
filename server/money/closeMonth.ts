import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import {
  getDayRange,
  getToday,
  HttpError,
  type RecordsContext,
  records,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { getCollection, getColumn } from 'portal-frame/server/database';
import { addDays, addMonths } from 'portal-frame/wire';
import type { Side } from '../../src/wire/money/moneyKinds.ts';
import { findMissingLines, settleVisits, toMonthLock } from './settleVisits.ts';

/** Days from the closing until an invoice is due. */
const PAYMENT_DAYS = 30;
/** Visits that one transaction settles. */
const PORTION = 50;
/** Waits for the entries of others. */
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 20;

interface Sum {
  side: Side;
  /** Id of the laboratory or employee, or name of the payer. */
  name: string;
  party: string | null;
  payer: string | null;
  cents: number;
  entries: number;
}

/** A month before it is closed. */
export interface MonthState {
  checklist: { withoutResult: number; withoutPrice: number; withoutEmployee: number };
  sums: Sum[];
}

/** Runs a long query: in the transaction if there is one, else where it delays nobody. */
const read = async <R>({ services, transaction: open }: RecordsContext, query: RawBuilder<R>): Promise<R[]> =>
  open
    ? (await query.execute(open.db)).rows
    : services.store.readers.read({ compile: () => query.compile(services.db) });

/** Returns the ledger's table and columns for SQL. */
function describeLedger({ services }: RecordsContext) {
  const ledger = getCollection(services, 'ledgerEntries');
  return { table: sql.table(ledger.table), column: (field: string) => sql.ref(`entry.${getColumn(ledger, field)}`) };
}

const getMonthTimes = ({ services }: RecordsContext, month: string) => {
  const { timeZone } = services.config;
  return { from: getDayRange(month, timeZone).from, to: getDayRange(addMonths(month, 1), timeZone).from };
};

/**
 * Finds finished visits that may lack entries: those without a charge, and those by a deleted rule. If a price or rate
 * changed since the first was booked, all. The ledger is read by the times of visits, which have an index.
 */
async function findUnsettled(context: RecordsContext, month: string): Promise<string[]> {
  const { table, column } = describeLedger(context);
  const { from, to } = getMonthTimes(context, month);
  const [prices, rates] = (['prices', 'payRates'] as const).map((name) =>
    sql.table(getCollection(context.services, name).table),
  );
  const entries = sql`select ${column('visit')} from ${table} as entry
    where ${column('visitAt')} >= ${from} and ${column('visitAt')} < ${to}`;
  const rows = await read(
    context,
    sql<{
      id: string;
    }>`with rules as (select id, changed_at from ${prices} union all select id, changed_at from ${rates}),
      visits as (select id, status, created_at from appointments where scheduled_at >= ${from} and scheduled_at < ${to}
        and (status <> 'Pending' or visit_state = 'couldNotDraw'))
      select id from visits where (select max(changed_at) from rules) >= (select min(created_at) from visits)
        or (status = 'Completed' and id not in (${entries} and ${column('side')} = 'charge'))
        or id in (${entries} and ${column('rule')} not in (select id from rules)) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Settles visits of the month that lack entries, in transactions of their own. */
async function settleMonth(context: RecordsContext, month: string): Promise<void> {
  const visits = await findUnsettled(context, month);
  for (let from = 0; from < visits.length; from += PORTION) {
    const portion = visits.slice(from, from + PORTION);
    if ((await findMissingLines(context, portion)).length > 0) await settleVisits(context, portion);
  }
}

/** Counts the visits of the month that are not finished: without a result, a price or an employee. */
async function countOpenVisits(context: RecordsContext, month: string): Promise<MonthState['checklist']> {
  const { table, column } = describeLedger(context);
  const { from, to } = getMonthTimes(context, month);
  const at = column('visitAt');
  const [row] = await read(
    context,
    sql<{ pending: number; unpriced: number; unassigned: number }>`select
      count(*) filter (where status = 'Pending') as pending,
      count(*) filter (where status = 'Completed' and id not in (select ${column('visit')} from ${table} as entry
        where ${at} >= ${from} and ${at} < ${to} and ${column('side')} = 'charge')) as unpriced,
      count(*) filter (where status = 'Completed' and employee_id is null) as unassigned
      from appointments where scheduled_at >= ${from} and scheduled_at < ${to}`,
  );
  return {
    withoutResult: Number(row?.pending ?? 0),
    withoutPrice: Number(row?.unpriced ?? 0),
    withoutEmployee: Number(row?.unassigned ?? 0),
  };
}

/** Sums the entries of a month by laboratory and employee. Laboratories without an account have their name alone. */
async function sumEntries(context: RecordsContext, month: string): Promise<Sum[]> {
  const { table, column } = describeLedger(context);
  const [side, laboratory, employee] = [column('side'), column('laboratory'), column('employee')];
  const party = sql`case when ${side} = 'charge' then ${laboratory} else ${employee} end`;
  const group = sql`case when ${side} = 'charge' then coalesce(${laboratory}, ${column('payer')}) else ${employee} end`;
  const rows = await read(
    context,
    sql<Sum>`select ${side} as side, ${group} as name, max(${party}) as party, max(${column('payerName')}) as payer,
      sum(coalesce(${column('charge')}, ${column('earning')})) as cents, count(*) as entries from ${table} as entry
      where ${column('month')} = ${month} group by ${side}, ${group} order by ${side}, ${group}`,
  );
  return rows.map(({ cents, entries, ...sum }) => ({ ...sum, cents: Number(cents), entries: Number(entries) }));
}

/** Settles visits of the month that lack entries, counts what is open, and sums the entries. */
export async function prepareMonth(context: RecordsContext, month: string): Promise<MonthState> {
  await settleMonth(context, month);
  return { checklist: await countOpenVisits(context, month), sums: await sumEntries(context, month) };
}

/** Returns the sums of a month whose ledger is held. The ledger is append-only: with as many entries, `sums` hold. */
async function getSums(tx: TransactionContext, month: string, { sums }: MonthState): Promise<Sum[]> {
  const prepared = sums.reduce((count, { entries }) => count + entries, 0);
  const present = await records(systemContext(tx)).count('ledgerEntries', { where: { month } });
  return present === prepared ? sums : sumEntries(tx, month);
}

/**
 * Holds a month's ledger and the numbers of invoices until the transaction ends: on PostgreSQL, other closings and new
 * entries of the month wait. SQLite has one writer. It tries again instead of waiting for entries, because others would
 * wait behind it.
 */
async function lockMonth({ db, services }: TransactionContext, month: string): Promise<void> {
  if (services.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`.execute(db);
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    const { rows } = await sql<{
      held: boolean;
    }>`select pg_try_advisory_xact_lock(${toMonthLock(month)}) as held`.execute(db);
    if (rows[0]?.held) return;
    await delay(LOCK_PAUSE_MS);
  }
  throw new HttpError(503, 'server.busy', { retryAfter: 2 });
}

/** Writes the invoices and payouts of a month, in the transaction that closes it. */
export const writeDocuments = (
  context: RecordsContext,
  { id: period, month }: { id: string; month: string },
  prepared: MonthState,
): Promise<void> =>
  transaction(context, async (tx) => {
    const api = records(systemContext(tx));
    const dueOn = addDays(getToday(tx.services.config.timeZone), PAYMENT_DAYS);
    await lockMonth(tx, month);
    const sums = (await getSums(tx, month, prepared)).filter(({ cents }) => cents !== 0);
    const newest = { sort: { field: 'number', order: 'DESC' }, fields: ['number'], perPage: 1 } as const;
    const last = (await api.find('invoices', newest)).records[0]?.number ?? 0;
    const charges = sums.filter(({ side }) => side === 'charge');
    const invoices = charges.map(({ party: laboratory, payer, cents }, at) => {
      const unpaid = { total: cents / 100, paid: 0, paidOn: null, dueOn };
      return { number: last + at + 1, ...unpaid, laboratory, payer, month, period };
    });
    await api.createMany('invoices', invoices, { fields: [] });
    const payouts = sums.flatMap(({ side, party: employee, cents }) =>
      side === 'earning' && employee ? { employee, month, period, total: cents / 100 } : [],
    );
    await api.createMany('payouts', payouts, { fields: [] });
  });

/** Voids the invoices and payouts of a month. Throws an HttpError (409) if one is paid. */
export async function voidDocuments(context: RecordsContext, period: string): Promise<void> {
  const api = records(systemContext(context));
  for (const name of ['invoices', 'payouts'] as const) {
    const { records: all } = await api.find(name, { where: { period }, fields: ['state'], perPage: 10_000 });
    if (all.some(({ state }) => state === 'paid' || state === 'partlyPaid'))
      throw new HttpError(409, 'server.monthPaid');
    const open = all.filter(({ state }) => state !== 'void').map(({ id }) => id);
    await api.transitionMany(name, open, 'void');
  }
}
