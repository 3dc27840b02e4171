import { type ToastAction, toast } from '../../notify/toast.ts';
import { readSession } from '../../session/session.ts';

/**
 * Shows that a change went well; false where it ended the session instead (code 401). react-admin hands such a change
 * over as a success with nothing in it, and by then the token is gone and the person was notified (spec 8).
 */
export function notifySuccess(text: string, action?: ToastAction): boolean {
  if (readSession() === 'missing') return false;
  toast.success(text, action);
  return true;
}
