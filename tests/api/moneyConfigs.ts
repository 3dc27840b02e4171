import type { Besides } from 'portal-frame/testing/helpers';
import invoiceHooks from '../../server/resources/invoices.ts';
import rateHooks from '../../server/resources/payRates.ts';
import periodHooks from '../../server/resources/periods.ts';
import priceHooks from '../../server/resources/prices.ts';
import tripHooks from '../../server/resources/trips.ts';
import invoices from '../../src/resources/invoices.ts';
import ledgerEntries from '../../src/resources/ledgerEntries.ts';
import payouts from '../../src/resources/payouts.ts';
import payRates from '../../src/resources/payRates.ts';
import periods from '../../src/resources/periods.ts';
import prices from '../../src/resources/prices.ts';
import trips from '../../src/resources/trips.ts';
import visitResults from '../../src/resources/visitResults.ts';

/** Configs and hooks of prices, ledger and closing. */
export const MONEY: Besides = {
  resources: [prices, payRates, trips, ledgerEntries, periods, invoices, payouts, visitResults] as never,
  hooks: {
    invoices: invoiceHooks,
    payRates: rateHooks,
    periods: periodHooks,
    prices: priceHooks,
    trips: tripHooks,
  } as never,
};
