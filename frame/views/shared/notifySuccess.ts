import { type ToastAction, toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/** Shows success. False if the session has ended (401): that was notified, and the success is empty. */
export function notifySuccess(text: string, action?: ToastAction): boolean {
  if (readSession() === 'missing') return false;
  toast.success(text, action);
  return true;
}
