import type { Handlers } from '../http/handler.ts';
import { deleteNotifications, markRead, notificationsOf } from '../store/notifications.ts';

/** The call has no pages (spec 7): the newest are shown, older ones go with Delete All. */
const MOST = 200;

export const notificationHandlers: Handlers<'notifications' | 'readNotifications' | 'deleteNotifications'> = {
  async notifications({ account }, { db }) {
    const rows = await notificationsOf(db, account.id, MOST);
    return {
      data: rows.map((row) => ({
        _id: row.id,
        title: row.title,
        body: row.body,
        isRead: row.is_read === 1,
        createdAt: new Date(row.created_at).toISOString(),
      })),
    };
  },

  async readNotifications({ account, body, note }, { db }) {
    await db.transaction().execute(async (trx) => {
      await markRead(trx, account.id, body.notifications);
      await note(trx, { fields: ['isRead'] });
    });
    return { data: null };
  },

  async deleteNotifications({ account, note }, { db }) {
    await db.transaction().execute(async (trx) => {
      await deleteNotifications(trx, account.id);
      await note(trx);
    });
    return { message: 'toasts.notificationsDeleted', data: null };
  },
};
