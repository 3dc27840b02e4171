import { defineHooks } from 'portal-frame/server';

export default defineHooks({
  before: {
    /** A status that an admin set stays when the visit's status is reverted. */
    async transition({ id, db }) {
      await db.updateTable('transactions').set({ before_visit: null }).where('id', '=', id).execute();
    },
  },
});
