import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { preloadToasts, toast } from '../notify/toast.ts';

/**
 * What react-admin's useNotify says goes to the portal's toasts, translated.
 * There is no undo: a mutation that waits for one is carried out at once.
 */
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
