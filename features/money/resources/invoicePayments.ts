import { defineResource, me, type RecordOf, read, reference } from 'portal-frame';
import { canRemove, paymentFields, payments, paymentViews } from './paidDocuments.ts';

/** Payments of invoices, refunds of credits, and set-offs. The paid amount of an invoice is their sum. */
const invoicePayments = defineResource({
  ...payments,
  name: 'invoicePayments',
  dependsOn: ['invoices'],
  title: '{invoice} {amount}',
  fields: {
    invoice: reference({ to: 'invoices', onDelete: 'refuse', required: true }),
    /** The invoice or credit of the same payer, of a set-off. */
    against: reference({ to: 'invoices', onDelete: 'keep', readOnly: true }),
    ...paymentFields,
  },
  ...paymentViews(['invoice'], 'against'),
  roles: {
    admin: { list: '/invoice-payments', can: canRemove },
    laboratory: { list: '/laboratory-invoice-payments', can: read, where: { 'invoice.laboratory': me } },
  },
});

export default invoicePayments;

declare module 'portal-frame' {
  interface Collections {
    invoicePayments: RecordOf<typeof invoicePayments>;
  }
}
