import type { Besides } from 'portal-frame/testing/helpers';
import adjustmentHooks from '../../server/resources/adjustments.ts';
import paymentHooks from '../../server/resources/invoicePayments.ts';
import invoiceHooks from '../../server/resources/invoices.ts';
import payoutPaymentHooks from '../../server/resources/payoutPayments.ts';
import payoutHooks from '../../server/resources/payouts.ts';
import rateHooks from '../../server/resources/payRates.ts';
import periodHooks from '../../server/resources/periods.ts';
import priceHooks from '../../server/resources/prices.ts';
import tripHooks from '../../server/resources/trips.ts';
import adjustments from '../../src/resources/adjustments.ts';
import heldFacts from '../../src/resources/heldFacts.ts';
import invoicePayments from '../../src/resources/invoicePayments.ts';
import invoices from '../../src/resources/invoices.ts';
import ledgerEntries from '../../src/resources/ledgerEntries.ts';
import payoutPayments from '../../src/resources/payoutPayments.ts';
import payouts from '../../src/resources/payouts.ts';
import payRates from '../../src/resources/payRates.ts';
import periods from '../../src/resources/periods.ts';
import prices from '../../src/resources/prices.ts';
import trips from '../../src/resources/trips.ts';
import visitResults from '../../src/resources/visitResults.ts';

/** Configs and hooks of prices, ledger and closing. */
export const MONEY: Besides = {
  resources: [
    prices,
    payRates,
    trips,
    heldFacts,
    ledgerEntries,
    adjustments,
    periods,
    invoices,
    invoicePayments,
    payouts,
    payoutPayments,
    visitResults,
  ] as never,
  hooks: {
    adjustments: adjustmentHooks,
    invoicePayments: paymentHooks,
    invoices: invoiceHooks,
    payoutPayments: payoutPaymentHooks,
    payouts: payoutHooks,
    payRates: rateHooks,
    periods: periodHooks,
    prices: priceHooks,
    trips: tripHooks,
  } as never,
};
