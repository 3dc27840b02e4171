import { z } from 'zod';
import { type AnyRecord, bindUnpagedList, type ChangeBinding } from '../binding.ts';
import { call, failureTexts, getFor, postFor, ROLES } from '../call.ts';
import type { ResourceApi } from '../resourceApi.ts';
import { forRoles } from '../roles.ts';
import { asObject, asText, readTexts } from '../wireValues.ts';

/** Notification (spec 3). */
export const wireNotification = z.object({
  _id: z.string(),
  title: z.string(),
  body: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  /** Related record, if the person may see it. Beyond spec 7. */
  resource: z.string().nullish(),
  recordId: z.string().nullish(),
});

export type WireNotification = z.infer<typeof wireNotification>;

export interface Notification extends AnyRecord {
  title: string;
  body: string;
  isRead: boolean;
  createdAt: string;
  /** Related record; '' if none is visible. */
  resource: string;
  recordId: string;
}

export function readNotification(value: unknown): Notification {
  const wire = asObject(value);
  return {
    ...readTexts(wire, ['title', 'body', 'createdAt', 'resource', 'recordId']),
    id: asText(wire._id),
    isRead: wire.isRead === true,
  };
}

export const notificationCalls = {
  notifications: call({
    ...getFor(ROLES),
    path: '/common/get-notifications',
    summary: 'My notifications, newest first.',
    data: z.array(wireNotification),
    failure: { refused: 'errors.loadNotifications', lost: 'errors.fetchNotifications' },
  }),
  readNotifications: call({
    ...postFor(ROLES),
    path: '/common/read-notifications',
    ignoresUnknownFields: true,
    summary: 'Mark these notifications of mine as read.',
    body: z.object({ notifications: z.array(z.string().max(64)).max(10_000) }),
    data: z.null(),
    failure: failureTexts('errors.readNotifications'),
  }),
  deleteNotifications: call({
    ...postFor(ROLES),
    path: '/common/delete-notifications',
    ignoresUnknownFields: true,
    summary: 'Delete all my notifications.',
    data: z.null(),
    failure: failureTexts('errors.deleteNotifications'),
  }),
};

const markRead: ChangeBinding = {
  call: notificationCalls.readNotifications,
  body: ({ values }) => ({ notifications: values.ids }),
};
const deleteAll: ChangeBinding = { call: notificationCalls.deleteNotifications };
const forAll = <T>(value: T) => forRoles(ROLES, value);

/** Binds the resource `notifications` to its calls. */
export const notificationsApi = (): ResourceApi => ({
  list: forAll(bindUnpagedList(notificationCalls.notifications, readNotification)),
  deleteAll: forAll(deleteAll),
  actions: { markRead: forAll(markRead) },
});
