import { useSyncExternalStore } from 'react';
import { notifyLostWork } from './notifyLostWork.ts';
import { type Account, currentAccount, dropToken } from './session.ts';

/** The forms in which something was typed that the host does not have yet. */
const forms = new Set<symbol>();
/** Whose they are: kept here, as a sign-out in another window clears what the browser keeps. */
let owner: Account | null = null;
/** Why the person has to sign in over the screen, in words; undefined while they need not. */
let reason: string | undefined;
/** How often somebody signed in over the screen. */
let rounds = 0;

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Says that a form holds something unsaved, until the given function is called. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  forms.add(form);
  owner = currentAccount() ?? owner;
  return () => {
    forms.delete(form);
    // Nothing is left to sign in for: the screen leads to /signin like any other.
    if (forms.size === 0 && reason !== undefined) {
      reason = undefined;
      notifyListeners();
    }
  };
}

export const hasUnsaved = (): boolean => forms.size > 0;
export const getUnsavedOwner = (): Account | null => owner;

/**
 * Ends the session here, but not the screen, where a form on it holds something unsaved: the person signs in over it.
 * False where nothing would be lost, or that is asked already.
 */
export function keepScreenForSignIn(why: string): boolean {
  if (reason !== undefined) return true;
  if (!hasUnsaved()) return false;
  owner = currentAccount() ?? owner;
  notifyLostWork(dropToken());
  reason = why;
  notifyListeners();
  return true;
}

/** The same person is back. */
export function resumeAfterSignIn(): void {
  reason = undefined;
  rounds += 1;
  owner = currentAccount();
  notifyListeners();
}

/** What was typed is given up: the screen is about to be left. */
export function discardUnsaved(): void {
  forms.clear();
  owner = null;
  // The forms would ask whether to leave; that was answered.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
}

/** Whether the screen stays although the session is over. */
export const waitsForSignIn = (): boolean => reason !== undefined;
export const useSignInReason = (): string | undefined => useSyncExternalStore(subscribe, () => reason);
/** Changes when somebody signed in over the screen: what follows the session begins anew. */
export const useSignInCount = (): number => useSyncExternalStore(subscribe, () => rounds);
