import { defineJob, records } from 'portal-frame/server';

/** Shows the state of a new payout at its ledger entries (`automations` of src/resources/payouts.ts). */
export default defineJob({
  name: 'book payout',
  resource: 'payouts',
  run: async (context, { id }) => void (await records(context).update('payouts', String(id), { unbooked: false })),
});
