import { defineHooks } from 'portal-frame/server';

export default defineHooks({
  before: {
    /** What an admin sets by hand owes nothing to the visit, and stays when the visit's status is taken back. */
    async transition({ id, db }) {
      await db.updateTable('transactions').set({ before_visit: null }).where('id', '=', id).execute();
    },
  },
});
