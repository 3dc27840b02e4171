import type { RecordOf } from 'portal-frame';
import { defineJob, refreshLookups } from 'portal-frame/server';
import type invoices from '../../src/resources/invoices.ts';
import { toInvoiceKey } from '../../src/resources/money/documentStates.ts';

/** Refreshes the state of the ledger entries of an invoice (`automations` of src/resources/invoices.ts). */
export default defineJob({
  name: 'refresh invoice state',
  resource: 'invoices',
  run: (context, invoice) =>
    refreshLookups(context, {
      resource: 'ledgerEntries',
      reference: 'invoice',
      key: toInvoiceKey(invoice as RecordOf<typeof invoices>),
    }),
});
