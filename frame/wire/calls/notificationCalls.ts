import { z } from 'zod';
import { bindUnpagedList, type ChangeBinding } from '../binding.ts';
import { declareCalls, failureTexts, type Role } from '../call.ts';
import type { ResourceApi } from '../resourceApi.ts';
import { forRoles } from '../roles.ts';
import { optionalTexts, wireBoolean, wireRecord, wireText, wireTexts } from '../wireValues.ts';

const notification = wireRecord({
  ...wireTexts('title', 'body'),
  isRead: wireBoolean,
  createdAt: wireText,
  /** Related record, if the person may see it. Beyond spec 7. */
  ...optionalTexts('resource', 'recordId'),
});
export const { schema: wireNotification, read: readNotification } = notification;
export type WireNotification = z.infer<typeof wireNotification>;
export type Notification = ReturnType<typeof readNotification>;

const { get, post } = declareCalls({});

export const notificationCalls = {
  notifications: get('/common/get-notifications', {
    summary: 'My notifications, newest first.',
    data: z.array(wireNotification),
    failure: { refused: 'errors.loadNotifications', lost: 'errors.fetchNotifications' },
  }),
  readNotifications: post('/common/read-notifications', {
    ignoresUnknownFields: true,
    summary: 'Mark these notifications of mine as read.',
    body: z.object({ notifications: z.array(z.string().max(64)).max(10_000) }),
    failure: failureTexts('errors.readNotifications'),
  }),
  deleteNotifications: post('/common/delete-notifications', {
    ignoresUnknownFields: true,
    summary: 'Delete all my notifications.',
    failure: failureTexts('errors.deleteNotifications'),
  }),
};

const markRead: ChangeBinding = {
  call: notificationCalls.readNotifications,
  body: ({ values }) => ({ notifications: values.ids }),
};
const deleteAll: ChangeBinding = { call: notificationCalls.deleteNotifications };
/** Binds the resource `notifications` to its calls, for these roles. */
export const notificationsApi = (roles: readonly Role[]): ResourceApi => ({
  list: forRoles(roles, bindUnpagedList(notificationCalls.notifications, readNotification)),
  deleteAll: forRoles(roles, deleteAll),
  actions: { markRead: forRoles(roles, markRead) },
});
