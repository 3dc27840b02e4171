import { defineJob, refreshLookups } from 'portal-frame/server';

/** Defines the job that refreshes the state of ledger entries. Automations of invoices and payouts start it. */
export const defineEntryRefresh = (reference: 'invoice' | 'payout', toKey: (document: never) => string) =>
  defineJob({
    name: `refresh ${reference} state`,
    resource: `${reference}s`,
    run: (context, document) =>
      refreshLookups(context, { resource: 'ledgerEntries', reference, key: toKey(document as never) }),
  });
