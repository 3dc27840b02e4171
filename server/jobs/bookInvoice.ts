import type { RecordOf } from 'portal-frame';
import { defineJob, refreshLookups } from 'portal-frame/server';
import type invoices from '../../src/resources/invoices.ts';
import { toInvoiceKey } from '../../src/resources/money/documentStates.ts';

/** Shows the state of an invoice at its ledger entries (`automations` of src/resources/invoices.ts). */
export default defineJob({
  name: 'book invoice',
  resource: 'invoices',
  run: (context, invoice) =>
    refreshLookups(context, {
      resource: 'ledgerEntries',
      reference: 'invoice',
      key: toInvoiceKey(invoice as RecordOf<typeof invoices>),
    }),
});
