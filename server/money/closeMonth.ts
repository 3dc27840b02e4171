import { type RawBuilder, sql } from 'kysely';
import { getCollection } from 'portal-frame/internal/records';
import {
  getDayRange,
  getServerTexts,
  getToday,
  HttpError,
  type RecordsContext,
  records,
  sendMail,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { addDays, addMonths } from 'portal-frame/wire';
import type { Side } from '../../src/wire/moneyKinds.ts';
import { getColumn } from '../orders/orderCollections.ts';
import { settleVisits } from './settleVisits.ts';

/** Days from the closing until an invoice is due. */
const PAYMENT_DAYS = 30;
/** Unpriced visits that one check settles. */
const MAX_SETTLED = 500;

export interface Checklist {
  withoutResult: number;
  withoutPrice: number;
  withoutEmployee: number;
}

/** Returns the ledger's table and columns for SQL. */
function describeLedger({ services }: RecordsContext) {
  const ledger = getCollection(services, 'ledgerEntries');
  return { table: sql.table(ledger.table), column: (field: string) => sql.ref(`entry.${getColumn(ledger, field)}`) };
}

const getMonthTimes = ({ services }: RecordsContext, month: string) => {
  const { timeZone } = services.config;
  return { from: getDayRange(month, timeZone).from, to: getDayRange(addMonths(month, 1), timeZone).from };
};

function selectVisits(tx: TransactionContext, month: string) {
  const { from, to } = getMonthTimes(tx, month);
  return tx.db
    .selectFrom('appointments as visit')
    .where('visit.scheduled_at', '>=', from)
    .where('visit.scheduled_at', '<', to);
}

/** Selects completed visits without a charge. The ledger is read by the times of visits, which have an index. */
function selectUnpriced(tx: TransactionContext, month: string) {
  const { table, column } = describeLedger(tx);
  const { from, to } = getMonthTimes(tx, month);
  const at = column('visitAt');
  return selectVisits(tx, month)
    .where('visit.status', '=', 'Completed')
    .where(
      sql<boolean>`visit.id not in (select ${column('visit')} from ${table} as entry
        where ${at} >= ${from} and ${at} < ${to} and ${column('side')} = 'charge')`,
    );
}

/** Settles visits of the month that have no price yet, and counts what is open. */
export const checkMonth = (context: RecordsContext, month: string): Promise<Checklist> =>
  transaction(context, async (tx) => {
    const unpriced = await selectUnpriced(tx, month)
      .select('visit.id')
      .orderBy('visit.id')
      .limit(MAX_SETTLED)
      .execute();
    await settleVisits(
      tx,
      unpriced.map(({ id }) => id),
    );
    const count = async (query: ReturnType<typeof selectVisits>) =>
      Number((await query.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst())?.count ?? 0);
    return {
      withoutResult: await count(selectVisits(tx, month).where('visit.status', '=', 'Pending')),
      withoutPrice: await count(selectUnpriced(tx, month)),
      withoutEmployee: await count(
        selectVisits(tx, month).where('visit.status', '=', 'Completed').where('visit.employee_id', 'is', null),
      ),
    };
  });

interface Sum {
  party: string | null;
  payer: string | null;
  cents: number;
}

/** Sums the entries of a month by laboratory or employee. Laboratories without an account have their name alone. */
async function sumMonth(tx: TransactionContext, month: string, side: Side): Promise<Sum[]> {
  const { table, column } = describeLedger(tx);
  const party = column(side === 'charge' ? 'laboratory' : 'employee');
  const group: RawBuilder<unknown> = side === 'charge' ? sql`coalesce(${party}, ${column('payer')})` : party;
  const { rows } = await sql<Sum>`select max(${party}) as party, max(${column('payer')}) as payer,
      sum(${column(side)}) as cents from ${table} as entry
    where ${column('month')} = ${month} and ${column('side')} = ${side} group by ${group} order by ${group}`.execute(
    tx.db,
  );
  return rows.map(({ cents, ...sum }) => ({ ...sum, cents: Number(cents) }));
}

async function findLastNumber(context: RecordsContext): Promise<number> {
  const { records: last } = await records(systemContext(context)).find('invoices', {
    sort: { field: 'number', order: 'DESC' },
    fields: ['number'],
    perPage: 1,
  });
  return last[0]?.number ?? 0;
}

/** Holds the ledger until the transaction ends: other closings and new entries wait on PostgreSQL. SQLite has one writer. */
export const lockLedger = (context: RecordsContext): Promise<void> =>
  transaction(context, async ({ db, services }) => {
    if (services.store.kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('ledger'))`.execute(db);
  });

/** Mails the laboratory, in both languages, that its invoice is ready. Mails name no patient. */
async function mailInvoice(
  tx: TransactionContext,
  invoice: { number: number; total: number; dueOn: string },
  id: string,
) {
  const to = await tx.db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst();
  if (!to?.email) return;
  const args = { ...invoice, total: `$${invoice.total.toFixed(2)}` };
  const languages = (['en', 'es'] as const).map((language) => getServerTexts(language));
  await sendMail(tx, {
    to: to.email,
    subject: languages.map(({ translate }) => translate('mail.invoice.subject', args)).join(' / '),
    text: languages.map(({ translate }) => translate('mail.invoice.text', args)).join('\n\n'),
  });
}

/** Writes the invoices and payouts of a month, in the transaction that closes it. */
export const writeDocuments = (context: RecordsContext, period: { id: string; month: string }): Promise<void> =>
  transaction(context, async (tx) => {
    const api = records(systemContext(tx));
    const { month } = period;
    const dueOn = addDays(getToday(tx.services.config.timeZone), PAYMENT_DAYS);
    let number = await findLastNumber(tx);
    for (const { party, payer, cents } of await sumMonth(tx, month, 'charge')) {
      if (cents === 0) continue;
      const invoice = { number: ++number, total: cents / 100, dueOn };
      await api.create('invoices', { ...invoice, paid: 0, laboratory: party, payer, month, period: period.id });
      if (party) await mailInvoice(tx, invoice, party);
    }
    const sums = (await sumMonth(tx, month, 'earning')).filter(({ cents }) => cents !== 0);
    for (const { party, cents } of sums)
      if (party) await api.create('payouts', { employee: party, month, period: period.id, total: cents / 100 });
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
