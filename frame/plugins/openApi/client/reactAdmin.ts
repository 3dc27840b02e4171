import { type AuthProvider, fetchUtils, HttpError } from 'ra-core';

const ROOT = '/api/v1';
const TOKEN = 'plainToken';
const ROLE = 'plainRole';

interface SignInReply {
  message: string;
  data?: { userAuthToken?: string; role?: string };
}

/**
 * Connects a stock react-admin app: its auth provider, and the HTTP client for ra-data-simple-rest. The session ends
 * with the browser tab. Accounts with a second factor sign in to the portal only.
 * @example
 * const { authProvider, httpClient, apiUrl } = connectReactAdmin();
 * <Admin dataProvider={simpleRestProvider(apiUrl, httpClient)} authProvider={authProvider}>
 */
export function connectReactAdmin({ url = '' }: { url?: string } = {}) {
  const storage = sessionStorage;
  const fetchJson = (address: string, options: fetchUtils.Options = {}) => {
    const token = storage.getItem(TOKEN);
    return fetchUtils.fetchJson(address, {
      ...options,
      ...(token && { user: { authenticated: true, token: `Bearer ${token}` } }),
    });
  };
  const post = (path: string, body: object) =>
    fetchJson(`${url}${ROOT}${path}`, { method: 'POST', body: JSON.stringify(body) });
  const forget = () => {
    storage.removeItem(TOKEN);
    storage.removeItem(ROLE);
  };

  const authProvider: AuthProvider = {
    async login({ username, password }) {
      const { message, data } = (await post('/auth/sign-in', { email: username, password })).json as SignInReply;
      if (!data?.userAuthToken) throw new Error(message);
      storage.setItem(TOKEN, data.userAuthToken);
      storage.setItem(ROLE, data.role ?? '');
    },
    async logout() {
      if (storage.getItem(TOKEN)) await post('/auth/sign-out', {}).catch(() => undefined);
      forget();
    },
    async checkAuth() {
      if (!storage.getItem(TOKEN)) throw new Error();
    },
    async checkError({ status }: { status?: number }) {
      if (status !== 401) return;
      forget();
      throw new Error();
    },
    async getPermissions() {
      return storage.getItem(ROLE);
    },
  };

  /** Shows the message of each refused field at its input. */
  const httpClient: typeof fetchJson = (address, options) =>
    fetchJson(address, options).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      throw new HttpError(error.message, error.status, { ...error.body, errors: error.body?.data?.errors });
    });

  return { authProvider, httpClient, apiUrl: `${url}${ROOT}/collections` };
}
