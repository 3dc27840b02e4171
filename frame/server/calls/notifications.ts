import type { WireNotification } from '../../wire/calls/notificationCalls.ts';
import { deleteNotifications, markRead } from '../accounts/notificationRows.ts';
import { createNotificationsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import { findPage } from '../records/operations/readRecords.ts';
import { toRecords } from '../records/read/findRecords.ts';
import { getCollection } from '../records/schema/collection.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';
import { toWireRecord } from './wireRecord.ts';

const MAX_NOTIFICATIONS = 200;

export const notificationHandlers = {
  async notifications({ account }, services) {
    const context = { services, collection: getCollection(services, 'notifications'), account };
    const { rows } = await findPage(context, { perPage: MAX_NOTIFICATIONS });
    return {
      data: (await toRecords(context, rows)).map(toWireRecord<WireNotification>),
      shownIds: [...new Set(rows.flatMap((row) => services.app.getNotificationRecordId?.(row as never) ?? []))],
    };
  },

  async readNotifications({ account, body, note }, services) {
    await transact(services, async (trx, publish) => {
      await markRead(trx, account.id, body.notifications);
      publish(createNotificationsEvent([account.id], 'change'));
      await note(trx, { fields: ['isRead'] });
    });
    return { data: null };
  },

  async deleteNotifications({ account, note }, services) {
    await transact(services, async (trx, publish) => {
      await deleteNotifications(trx, account.id);
      publish(createNotificationsEvent([account.id], 'delete'));
      await note(trx);
    });
    return { message: 'toasts.notificationsDeleted', data: null };
  },
} satisfies SomeFrameHandlers;
