import { definePlugin } from 'portal-frame/plugin';
import invoicePayments from './resources/invoicePayments.ts';
import invoices from './resources/invoices.ts';
import ledgerEntries from './resources/ledgerEntries.ts';
import payoutPayments from './resources/payoutPayments.ts';
import payouts from './resources/payouts.ts';
import payRates from './resources/payRates.ts';
import periods from './resources/periods.ts';
import prices from './resources/prices.ts';
import en from './texts/en.ts';

/** Charges and pay of visits by prices and rates: a ledger, and the invoices and payouts of its months. */
export const money = definePlugin({
  name: 'money',
  frame: '^0.1',
  needs: ['app', 'documents', 'mileage', 'reports'],
  features: ['money'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [
    ...[ledgerEntries, periods, invoices, invoicePayments, payouts, payoutPayments, prices, payRates],
  ] as never[],
  // Behind the claims of a month, which a feature before this one in src/plugins.ts adds.
  extend: {
    periods: {
      show: {
        related: [
          { resource: 'invoices', field: 'period', columns: ['number', 'payer', 'total', 'state'], perPage: 10 },
          { resource: 'payouts', field: 'period', columns: ['employee', 'total', 'state'], perPage: 10 },
        ],
      },
    },
  },
});
