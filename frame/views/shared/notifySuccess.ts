import { type ToastAction, toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/** Shows a success toast. False if the session has ended: react-admin turns a reported 401 into an empty success. */
export function notifySuccess(text: string, action?: ToastAction, link?: ToastAction): boolean {
  if (readSession() === 'missing') return false;
  toast.success(text, action, link);
  return true;
}
