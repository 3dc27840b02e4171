import { defineJob, records } from 'portal-frame/server';

/** Shows the state of a new invoice at its ledger entries (`automations` of src/resources/invoices.ts). */
export default defineJob({
  name: 'book invoice',
  resource: 'invoices',
  run: async (context, { id }) => void (await records(context).update('invoices', String(id), { unbooked: false })),
});
