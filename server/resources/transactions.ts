import { defineHooks } from 'portal-frame/server';
import transactions from '../../src/resources/transactions.ts';

export default defineHooks(transactions, {
  before: {
    /** A status that an admin set stays when the visit's status is reverted. */
    async transition({ id, db }) {
      await db.updateTable('transactions').set({ before_visit: null }).where('id', '=', id).execute();
    },
  },
});
