import { useSyncExternalStore } from 'react';
import { notifyLostWork } from './notifyLostWork.ts';
import { type Account, currentAccount, dropToken } from './session.ts';

const forms = new Set<symbol>();
/** Kept in memory, because a sign-out in another window clears the storage. */
let owner: Account | null = null;
/** Reason for a sign-in over the screen; undefined if none is needed. */
let reason: string | undefined;
/** Number of sign-ins over the screen. */
let signInCount = 0;

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Marks a form as unsaved. Returns a function that ends it. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  forms.add(form);
  owner = currentAccount() ?? owner;
  return () => {
    forms.delete(form);
    // No unsaved form is left, so the screen need not be kept. It redirects to /signin.
    if (forms.size === 0 && reason !== undefined) {
      reason = undefined;
      notifyListeners();
    }
  };
}

export const hasUnsaved = (): boolean => forms.size > 0;
export const getUnsavedOwner = (): Account | null => owner;

/** Ends the session but keeps a screen with unsaved input for a new sign-in. False if nothing would be lost. */
export function keepScreenForSignIn(why: string): boolean {
  if (reason !== undefined) return true;
  if (!hasUnsaved()) return false;
  owner = currentAccount() ?? owner;
  notifyLostWork(dropToken());
  reason = why;
  notifyListeners();
  return true;
}

/** Ends the wait for a sign-in: the same person goes on with the screen and its unsaved input. */
export function resumeAfterSignIn(): void {
  reason = undefined;
  signInCount += 1;
  owner = currentAccount();
  notifyListeners();
}

/** Discards unsaved input before leaving the screen. */
export function discardUnsaved(): void {
  forms.clear();
  owner = null;
  // Suppresses the browser's question, already answered.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
}

/** True while the screen waits for a sign-in over it. */
export const waitsForSignIn = (): boolean => reason !== undefined;
export const useSignInReason = (): string | undefined => useSyncExternalStore(subscribe, () => reason);
/** Changes with every sign-in over the screen. */
export const useSignInCount = (): number => useSyncExternalStore(subscribe, () => signInCount);
