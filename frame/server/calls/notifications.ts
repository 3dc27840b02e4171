import type { WireNotification } from '../../wire/calls/notificationCalls.ts';
import { createNotificationsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import { serverParts } from '../parts.ts';
import { findRecords } from '../records/operations/recordsApi.ts';
import { deleteVisibleRecords, updateVisibleRecords } from '../records/operations/visibleRecords.ts';
import { getCollection } from '../records/schema/collection.ts';
import type { FrameHandlers } from './frameHandlers.ts';
import { toWireRecord } from './wireRecord.ts';

const MAX_NOTIFICATIONS = 200;

export const notificationHandlers: FrameHandlers<'notifications' | 'readNotifications' | 'deleteNotifications'> = {
  async notifications({ account }, services) {
    const { rows, records } = await findRecords(services, 'notifications', account, { most: MAX_NOTIFICATIONS });
    return {
      data: records.map(toWireRecord<WireNotification>),
      auditedIds: [...new Set(rows.flatMap((row) => serverParts().getNotificationRecordId?.(row as never) ?? []))],
    };
  },

  async readNotifications({ account, body, note }, services) {
    const collection = getCollection(services, 'notifications');
    await transact(services, async (trx, publish) => {
      await updateVisibleRecords(trx, collection, account, body.notifications, { isRead: true });
      publish(createNotificationsEvent([account.id], 'change'));
      await note(trx, { fields: ['isRead'] });
    });
    return { data: null };
  },

  async deleteNotifications({ account, note }, services) {
    await transact(services, async (trx, publish) => {
      await deleteVisibleRecords(trx, getCollection(services, 'notifications'), account);
      publish(createNotificationsEvent([account.id], 'delete'));
      await note(trx);
    });
    return { message: 'toasts.notificationsDeleted', data: null };
  },
};
