import { type ToastAction, toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/**
 * Shows a success toast. Returns false if the session has ended (401): react-admin then reports an empty success, and
 * the person was notified already (spec 8).
 */
export function notifySuccess(text: string, action?: ToastAction): boolean {
  if (readSession() === 'missing') return false;
  toast.success(text, action);
  return true;
}
