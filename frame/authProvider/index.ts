import type { AuthProvider } from 'ra-core';
import { resources } from '../config/registry.ts';
import { mayDo } from '../config/resource.ts';
import { request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import { notifyLostWork } from '../session/notifyLostWork.ts';
import { saveReturnTo } from '../session/returnTo.ts';
import { currentRole, detectMissingToken, dropToken, readSession } from '../session/session.ts';
import { keepScreenForSignIn, waitsForSignIn } from '../session/unsavedForms.ts';
import { hasUnsentWork, loadSender } from '../session/unsentWork.ts';
import { authCalls } from '../wire/calls/authCalls.ts';

const SIGN_IN = '/signin';

/** Maps react-admin actions to permissions of the configs. */
const PERMISSION: Record<string, string> = { clone: 'create' };

const SEND_TIMEOUT_MS = 15_000;
let sending: Promise<unknown> | undefined;

/**
 * After a 401, sends offline work before the token is dropped: after an idle timeout the host still accepts the calls
 * that send it (`allowIdleSession`). Waits at most `SEND_TIMEOUT_MS` and never throws.
 */
async function sendBeforeDroppingToken(): Promise<void> {
  if (!hasUnsentWork()) return;
  sending ??= Promise.race([
    loadSender()?.then(({ sendWaiting }) => sendWaiting()),
    new Promise((done) => setTimeout(done, SEND_TIMEOUT_MS)),
  ])
    .catch(() => undefined)
    .finally(() => {
      sending = undefined;
    });
  await sending;
}

/** react-admin's auth provider for roles and permissions (spec 2, 6, 8). */
export const authProvider: AuthProvider = {
  /** Never called: frame/pages/SignIn.tsx signs in. */
  login: () => Promise.reject(new Error('Signing in happens at /signin.')),

  /** Ends the session on the host if it is reachable. The token is removed in any case. */
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
   * Removes the token on 401 and notifies the person (spec 8). With unsaved input the screen stays and asks for a new
   * sign-in.
   */
  async checkError(error: { status?: number }) {
    if (error.status !== 401 || waitsForSignIn()) return;
    // Several calls may return 401 at once. The first one finds the token and notifies.
    await sendBeforeDroppingToken();
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
