import type { Handlers } from '../http/handler.ts';
import { transact } from '../outbox/transact.ts';
import { deleteNotifications, markRead, notificationsOf } from '../store/notifications.ts';
import { notificationsTold } from './told.ts';

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
        resource: row.resource,
        recordId: row.record_id,
      })),
      // Those that name a patient.
      given: [...new Set(rows.flatMap((row) => row.appointment_id ?? []))],
    };
  },

  async readNotifications({ account, body, note }, services) {
    await transact(services, async (trx, tell) => {
      await markRead(trx, account.id, body.notifications);
      tell(notificationsTold([account.id], 'change'));
      await note(trx, { fields: ['isRead'] });
    });
    return { data: null };
  },

  async deleteNotifications({ account, note }, services) {
    await transact(services, async (trx, tell) => {
      await deleteNotifications(trx, account.id);
      tell(notificationsTold([account.id], 'delete'));
      await note(trx);
    });
    return { message: 'toasts.notificationsDeleted', data: null };
  },
};
