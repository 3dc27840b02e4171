import { registerDocuments } from 'portal-frame/plugins/documents/server';
import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { money } from '../plugin.ts';
import { monthCalls } from '../wire/monthApi.ts';
import invoiceHooks from './hooks/invoiceHooks.ts';
import invoicePaymentHooks from './hooks/invoicePaymentHooks.ts';
import payoutHooks from './hooks/payoutHooks.ts';
import payoutPaymentHooks from './hooks/payoutPaymentHooks.ts';
import payRateHooks from './hooks/payRateHooks.ts';
import periodHooks from './hooks/periodHooks.ts';
import priceHooks from './hooks/priceHooks.ts';
import lateInvoices from './jobs/lateInvoices.ts';
import mailInvoice from './jobs/mailInvoice.ts';
import mailReminder from './jobs/mailReminder.ts';
import mailVoidInvoice from './jobs/mailVoidInvoice.ts';
import refreshInvoiceState from './jobs/refreshInvoiceState.ts';
import refreshPayoutState from './jobs/refreshPayoutState.ts';
import { invoiceDocument, statementDocument } from './moneyDocument.ts';
import { settleChanges } from './moneyFacts.ts';
import { monthHandlers } from './monthHandlers.ts';
import { settleVisits } from './settleVisits.ts';
import { sumPay } from './sumPay.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(money, {
  texts: { en, es },
  hooks: {
    invoices: invoiceHooks,
    invoicePayments: invoicePaymentHooks,
    payouts: payoutHooks,
    payoutPayments: payoutPaymentHooks,
    payRates: payRateHooks,
    periods: periodHooks,
    prices: priceHooks,
  },
  calls: serveCalls(monthCalls, monthHandlers, { monthPreview: null }),
  routes: [registerDocuments([invoiceDocument, statementDocument])],
  jobs: [lateInvoices, mailInvoice, mailReminder, mailVoidInvoice, refreshInvoiceState, refreshPayoutState],
  afterChanges: settleChanges,
  afterReport: (tx, visit) => settleVisits(tx, [visit]),
  sumPay,
  demoSeeds: { payRates: () => import('./demo/demoPayRates.ts'), prices: () => import('./demo/demoPrices.ts') },
  afterDemo: async (services) => (await import('./demo/settleDemo.ts')).settleDemo(services),
});
