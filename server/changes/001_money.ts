import { sql } from 'kysely';
import { defineChange } from 'portal-frame/server';

type Place = Parameters<
  Extract<NonNullable<Parameters<typeof defineChange>[0]['after']>, (...given: never[]) => unknown>
>[0]['place'];

/** Finds a resource; undefined in an app of tests without it. */
export function findTable(place: Place, resource: string) {
  try {
    return place(resource);
  } catch (cause) {
    if (String(cause).includes('no resource')) return undefined;
    throw cause;
  }
}

export type ChangedTable = ReturnType<Place>;
export const column = ({ columns }: ChangedTable, field: string) => sql.ref(columns[field] ?? '');

/** Documents kept the sum of their payments and the last one: each that is paid gets an entry of the sum. */
export const addPayments = (documents: ChangedTable, payments: ChangedTable, field: string, more: string[] = []) => {
  const from = (name: string) => column(documents, name);
  const into = [field, 'amount', 'paidOn', 'reference', 'state', ...more].map((name) => column(payments, name));
  const values = [from('paid'), from('paidOn'), from('paymentReference'), sql`'recorded'`, ...more.map(from)];
  return sql`insert into ${sql.table(payments.table)}
      (id, version, created_at, created_by, changed_at, changed_by, ${sql.join(into)})
    select id, 1, changed_at, changed_by, changed_at, changed_by, id, ${sql.join(values)}
    from ${sql.table(documents.table)} where ${from('paid')} <> 0`;
};

/** Adds the totals of closed months. */
const sumMonths = (periods: ChangedTable, field: string, documents: ChangedTable) => {
  const of = (name: string) => sql.ref(`document.${documents.columns[name]}`);
  return sql`update ${sql.table(periods.table)} set ${column(periods, field)} = (
      select coalesce(sum(${of('total')}), 0) from ${sql.table(documents.table)} as document
      where ${of('period')} = ${sql.ref(`${periods.table}.id`)} and ${of('state')} <> 'void')
    where ${column(periods, 'state')} = 'closed'`;
};

export default defineChange({
  async after({ db, place }) {
    const names = ['invoices', 'invoicePayments', 'payouts', 'periods'] as const;
    const [invoices, payments, payouts, periods] = names.map((name) => findTable(place, name));
    if (!invoices || !payments || !payouts || !periods) return;
    await addPayments(invoices, payments, 'invoice', ['against']).execute(db);
    await sumMonths(periods, 'invoiced', invoices).execute(db);
    await sumMonths(periods, 'paidOut', payouts).execute(db);
  },
  undo: [],
});
