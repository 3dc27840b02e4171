import { sql } from 'kysely';
import { defineChange } from 'portal-frame/server';

type Place = Parameters<
  Extract<NonNullable<Parameters<typeof defineChange>[0]['after']>, (...given: never[]) => unknown>
>[0]['place'];

/** Finds a resource; undefined in an app of tests without it. */
function find(place: Place, resource: string) {
  try {
    return place(resource);
  } catch (cause) {
    if (String(cause).includes('no resource')) return undefined;
    throw cause;
  }
}

type Found = ReturnType<Place>;
const column = ({ columns }: Found, field: string) => sql.ref(columns[field] ?? '');

/** Invoices kept the sum of their payments and the last one: each that is paid gets an entry of the sum. */
const addPayments = (invoices: Found, payments: Found) => {
  const from = (field: string) => column(invoices, field);
  const into = ['invoice', 'amount', 'paidOn', 'reference', 'against', 'state'].map((field) => column(payments, field));
  return sql`insert into ${sql.table(payments.table)}
      (id, version, created_at, created_by, changed_at, changed_by, ${sql.join(into)})
    select id, 1, changed_at, changed_by, changed_at, changed_by, id, ${from('paid')}, ${from('paidOn')},
      ${from('paymentReference')}, ${from('against')}, 'recorded'
    from ${sql.table(invoices.table)} where ${from('paid')} <> 0`;
};

/** Adds the totals of closed months. */
const sumMonths = (periods: Found, field: string, documents: Found) => {
  const of = (name: string) => sql.ref(`document.${documents.columns[name]}`);
  return sql`update ${sql.table(periods.table)} set ${column(periods, field)} = (
      select coalesce(sum(${of('total')}), 0) from ${sql.table(documents.table)} as document
      where ${of('period')} = ${sql.ref(`${periods.table}.id`)} and ${of('state')} <> 'void')
    where ${column(periods, 'state')} = 'closed'`;
};

export default defineChange({
  async after({ db, place }) {
    const names = ['invoices', 'invoicePayments', 'payouts', 'periods'] as const;
    const [invoices, payments, payouts, periods] = names.map((name) => find(place, name));
    if (!invoices || !payments || !payouts || !periods) return;
    await addPayments(invoices, payments).execute(db);
    await sumMonths(periods, 'invoiced', invoices).execute(db);
    await sumMonths(periods, 'paidOut', payouts).execute(db);
  },
  undo: [],
});
