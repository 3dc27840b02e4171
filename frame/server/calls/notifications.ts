import type { WireNotification } from '../../wire/notifications.ts';
import { notificationsEvent } from '../live/events.ts';
import { transact } from '../outbox/transact.ts';
import { serverParts } from '../parts.ts';
import { firstOf } from '../records/operations/recordsApi.ts';
import { deleteSeen, setSeen } from '../records/operations/seen.ts';
import { collectionOf } from '../records/schema/collection.ts';
import { collectionDb } from '../records/schema/collectionDb.ts';
import type { Handlers } from './handler.ts';
import { wireOf } from './wireOf.ts';

/** The call has no pages (spec 7): the newest are shown, older ones go with Delete All. */
const MOST = 200;

export const notificationHandlers: Handlers<'notifications' | 'readNotifications' | 'deleteNotifications'> = {
  async notifications({ account }, services) {
    const { rows, records } = await firstOf(services, 'notifications', account, { most: MOST });
    return {
      data: records.map(wireOf<WireNotification>),
      given: [...new Set(rows.flatMap((row) => serverParts().notificationRecord?.(row as never) ?? []))],
    };
  },

  async readNotifications({ account, body, note }, services) {
    const collection = collectionOf(services, 'notifications');
    await transact(services, async (trx, publish) => {
      await setSeen(collectionDb(trx), collection, account, body.notifications, { isRead: true });
      publish(notificationsEvent([account.id], 'change'));
      await note(trx, { fields: ['isRead'] });
    });
    return { data: null };
  },

  async deleteNotifications({ account, note }, services) {
    await transact(services, async (trx, publish) => {
      await deleteSeen(collectionDb(trx), collectionOf(services, 'notifications'), account);
      publish(notificationsEvent([account.id], 'delete'));
      await note(trx);
    });
    return { message: 'toasts.notificationsDeleted', data: null };
  },
};
