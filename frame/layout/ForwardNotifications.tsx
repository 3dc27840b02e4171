import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { preloadToasts, toast } from '../notify/toast.ts';

/** Sends react-admin's notifications to our toasts. Mutations that wait for an undo run at once. */
export function Notification() {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  useEffect(preloadToasts, []);
  useEffect(() => {
    if (notifications.length === 0) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type, notificationOptions } = notification;
    if (typeof message === 'string') toast[type](translate(message, notificationOptions?.messageArgs));
    if (notificationOptions?.undoable) takeMutation()?.({ isUndo: false });
  }, [notifications, takeNotification, takeMutation, translate]);
  return null;
}
