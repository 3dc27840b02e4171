import type { RecordOf } from 'portal-frame';
import { defineJob, refreshLookups } from 'portal-frame/server';
import { toPayoutKey } from '../../src/resources/money/documentStates.ts';
import type payouts from '../../src/resources/payouts.ts';

/** Refreshes the state of the ledger entries of a payout (`automations` of src/resources/payouts.ts). */
export default defineJob({
  name: 'refresh payout state',
  resource: 'payouts',
  run: (context, payout) =>
    refreshLookups(context, {
      resource: 'ledgerEntries',
      reference: 'payout',
      key: toPayoutKey(payout as RecordOf<typeof payouts>),
    }),
});
