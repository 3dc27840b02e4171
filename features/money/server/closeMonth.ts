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
import { acquireLock, findCollection, getCollection, getColumn, splitIntoBatches } from 'portal-frame/server/database';
import { addDays, addMonths } from 'portal-frame/wire';
import { SELLER_FIELDS } from '../../../src/wire/choices.ts';
import type { Side } from '../wire/moneyKinds.ts';
import { getClaimChecks } from './ledgerParts.ts';
import { toMonthLock } from './openMonth.ts';
import { isUnsettled, settleVisits } from './settleVisits.ts';

/** Days from the closing until an invoice is due. */
const PAYMENT_DAYS = 30;
/** Visits that one transaction settles. */
export const PORTION = 50;

export interface Sum {
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
  checklist: Record<'withoutResult' | 'withoutPrice' | 'withoutEmployee' | 'held' | 'withoutSeller', number>;
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

/** Finds the visits of the month that may have entries: those that are finished, and those that had some. */
export async function findFinished(context: RecordsContext, month: string): Promise<string[]> {
  const { table, column } = describeLedger(context);
  const { from, to } = getMonthTimes(context, month);
  const rows = await read(
    context,
    sql<{ id: string }>`select id from appointments where scheduled_at >= ${from} and scheduled_at < ${to}
        and (status <> 'Pending' or visit_state = 'couldNotDraw')
      union select ${column('visit')} as id from ${table} as entry
        where ${column('visitAt')} >= ${from} and ${column('visitAt')} < ${to} and ${column('visit')} is not null
      order by id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Settles visits of the month that lack entries, in transactions of their own. All finished ones are computed again:
 * prices and rates change without settling, and so may whatever is written past the hooks.
 */
async function settleMonth(context: RecordsContext, month: string): Promise<void> {
  for (const portion of splitIntoBatches(await findFinished(context, month), PORTION))
    if (await isUnsettled(context, portion)) await settleVisits(context, portion);
}

/** Finds the completed visits of the month that nothing was ever charged for. */
export async function findUnpriced(context: RecordsContext, month: string): Promise<string[]> {
  const { table, column } = describeLedger(context);
  const { from, to } = getMonthTimes(context, month);
  const at = column('visitAt');
  const rows = await read(
    context,
    sql<{ id: string }>`select id from appointments where scheduled_at >= ${from} and scheduled_at < ${to}
      and status = 'Completed' and id not in (select ${column('visit')} from ${table} as entry
        where ${at} >= ${from} and ${at} < ${to} and ${column('side')} = 'charge' and ${column('visit')} is not null)
      order by scheduled_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns 1 if the business profile lacks what names the seller on a document, else 0. */
async function countMissingSeller(context: RecordsContext): Promise<number> {
  if (!findCollection(context.services, 'businessProfile')) return 0;
  const { records: found } = await records(systemContext(context)).find('businessProfile', { perPage: 1 });
  return SELLER_FIELDS.every((field) => found[0]?.[field]) ? 0 : 1;
}

/**
 * Counts what is open in the month: visits without a result, a price or an employee, and a missing seller. Counts held
 * claims of earlier months as well: these arrived after the closing.
 */
export async function countOpenItems(context: RecordsContext, month: string): Promise<MonthState['checklist']> {
  const { from, to } = getMonthTimes(context, month);
  const [row] = await read(
    context,
    sql<{ pending: number; unassigned: number }>`select
      count(*) filter (where status = 'Pending') as pending,
      count(*) filter (where status = 'Completed' and employee_id is null) as unassigned
      from appointments where scheduled_at >= ${from} and scheduled_at < ${to}`,
  );
  return {
    withoutResult: Number(row?.pending ?? 0),
    withoutPrice: (await findUnpriced(context, month)).length,
    withoutEmployee: Number(row?.unassigned ?? 0),
    held: (await getClaimChecks(context)?.countHeld(context, addMonths(month, 1))) ?? 0,
    withoutSeller: await countMissingSeller(context),
  };
}

/** Sums the entries of a month by laboratory and employee. Laboratories without an account have their name alone. */
export async function sumEntries(context: RecordsContext, month: string): Promise<Sum[]> {
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
  return { checklist: await countOpenItems(context, month), sums: await sumEntries(context, month) };
}

/** Returns the sums of a month whose ledger is held. The ledger is append-only: with as many entries, `sums` hold. */
async function getSums(tx: TransactionContext, month: string, { sums }: MonthState): Promise<Sum[]> {
  const prepared = sums.reduce((count, { entries }) => count + entries, 0);
  const present = await records(systemContext(tx)).count('ledgerEntries', { where: { month } });
  return present === prepared ? sums : sumEntries(tx, month);
}

/**
 * Holds a month's ledger and the numbers of invoices until the transaction ends: other closings and new entries of the
 * month wait. Entries share the month's lock, and would wait behind a closing that queues for it.
 */
async function lockMonth({ db, services }: TransactionContext, month: string): Promise<void> {
  const { kind } = services.store;
  await acquireLock(db, kind, sql`hashtext('invoice numbers')`);
  await acquireLock(db, kind, toMonthLock(month), { isUnlimited: true });
}

/** Holds a month that is about to be closed, and sums what its invoices and payouts will be, in dollars. */
export const sumHeldMonth = (context: RecordsContext, month: string, prepared: MonthState) =>
  transaction(context, async (tx) => {
    await lockMonth(tx, month);
    const sums = await getSums(tx, month, prepared);
    const sumOf = (wanted: Side) =>
      sums.reduce((total, { side, cents }) => total + (side === wanted ? cents : 0), 0) / 100;
    return { invoiced: sumOf('charge'), paidOut: sumOf('earning') };
  });

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
      // A credit is not due: it is set off or refunded.
      const unpaid = { total: cents / 100, paid: 0, paidOn: null, dueOn: cents > 0 ? dueOn : null };
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
