import type { AuthProvider } from 'ra-core';
import { resources } from '../config/registry.ts';
import { mayDo } from '../config/resource.ts';
import { request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import { notifyLostWork } from '../session/notifyLostWork.ts';
import { saveReturnTo } from '../session/returnTo.ts';
import { currentRole, detectMissingToken, dropToken, readSession } from '../session/session.ts';
import { keepScreenForSignIn, waitsForSignIn } from '../session/unsaved.ts';
import { hasUnsentWork, loadSender } from '../session/unsentWork.ts';
import { authCalls } from '../wire/authCalls.ts';

const SIGN_IN = '/signin';

/** react-admin's actions as the configs' permissions. */
const PERMISSION: Record<string, string> = { clone: 'create' };

/** Milliseconds that what waits on this device has to leave before the session that can send them is dropped. */
const LAST_CHANCE = 15_000;
let leaving: Promise<unknown> | undefined;

/** A session that the host ended for want of use can still send what was made without a network. */
async function lastChance(): Promise<void> {
  if (!hasUnsentWork()) return;
  leaving ??= Promise.race([
    loadSender()?.then(({ sendWaiting }) => sendWaiting()),
    new Promise((done) => setTimeout(done, LAST_CHANCE)),
  ]);
  await leaving;
  leaving = undefined;
}

/** The role and rights of the signed-in person, for react-admin (spec 2, 6, 8). */
export const authProvider: AuthProvider = {
  /** Signing in happens on its own light screen (frame/pages/SignIn.tsx); react-admin never calls this. */
  login: () => Promise.reject(new Error('Signing in happens at /signin.')),

  /** Ends the session at the host where it can be reached; the token is gone either way. */
  async logout() {
    if (currentRole()) await request(authCalls.signOut).catch(() => undefined);
    dropToken();
    return SIGN_IN;
  },

  async checkAuth() {
    const session = readSession();
    if (typeof session !== 'string') return;
    throw { redirectTo: SIGN_IN, message: session === 'missing' ? translate('errors.missingToken') : false };
  },

  /**
   * Code 401: the token is removed, and the person notified (spec 8). Where a form holds something unsaved they sign in over
   * it, and the call that failed is reported as one that failed.
   */
  async checkError(error: { status?: number }) {
    if (error.status !== 401 || waitsForSignIn()) return;
    // Several calls may come back with 401 at once: the first finds the token and notifies.
    await lastChance();
    const missing = detectMissingToken();
    if (keepScreenForSignIn(translate(missing ? 'errors.missingToken' : 'errors.unauthorized'))) return;
    if (missing) toast.error(translate('errors.missingToken'));
    else if (readSession() !== 'missing') toast.error(translate('errors.unauthorized'));
    const role = currentRole();
    if (role) saveReturnTo(role, location.pathname);
    notifyLostWork(dropToken());
    throw { redirectTo: SIGN_IN, message: false, logoutUser: true };
  },

  async getPermissions() {
    return currentRole();
  },

  async canAccess({ resource, action }) {
    const config = resources.find(({ name }) => name === resource);
    return config ? mayDo(config, currentRole(), PERMISSION[action] ?? action) : currentRole() !== null;
  },
};
