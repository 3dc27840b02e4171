import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useGetList, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { dataProvider } from '../../dataProvider/index.ts';
import { notifySuccess } from '../../views/shared/notifySuccess.ts';
import { useFailure, useShowError } from '../../views/shared/useFailure.ts';
import type { Notification } from '../../wire/calls/notificationCalls.ts';
import { ALL_NOTIFICATIONS, NOTIFICATIONS_KEY } from './Bell.tsx';

/** Fetches the user's notifications, shared with the bell. Shows a failure as a toast (spec 8). */
export function useNotifications() {
  const query = useGetList<Notification>('notifications', ALL_NOTIFICATIONS);
  useShowError(query.error);
  return query;
}

/** Marks unread notifications as read, once each. Returns a test for those that this screen found unread (spec 2). */
export function useMarkRead(notifications: readonly Notification[]): (one: Notification) => boolean {
  const fail = useFailure();
  const queryClient = useQueryClient();
  const [marked] = useState(() => new Set<string>());
  useEffect(() => {
    const ids = notifications.flatMap(({ id, isRead }) => (isRead || !id || marked.has(id) ? [] : id));
    if (ids.length === 0) return;
    for (const id of ids) marked.add(id);
    const change = { id: '', data: { ids }, previousData: { id: '' }, meta: { action: 'markRead' } };
    dataProvider
      .update('notifications', change)
      .then(() => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }), fail);
  }, [notifications, marked, queryClient, fail]);
  return ({ id, isRead }) => !isRead || marked.has(id);
}

/** Deletes all notifications and updates the list and the bell. */
export function useDeleteAll(onDone: () => void) {
  const t = useTranslate();
  const fail = useFailure();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => dataProvider.deleteAll('notifications'),
    onSuccess: () => {
      notifySuccess(t('toasts.notificationsDeleted'));
      queryClient.setQueriesData({ queryKey: [...NOTIFICATIONS_KEY, 'getList'] }, (cached: object | undefined) =>
        cached ? { ...cached, data: [], total: 0 } : cached,
      );
      queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
      onDone();
    },
    onError: fail,
  });
}
