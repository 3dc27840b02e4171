import { type DataProvider, fetchUtils, HttpError } from 'ra-core';
import { currentSession } from '../authProvider/session.ts';
import { translate } from '../i18n/provider.ts';
import { API_ROOT } from '../wire/call.ts';
import { HOST } from './host.ts';
import { RequestError } from './request.ts';

/** fetchJson with the session's token, and refusals in the portal's words. */
const client = async (url: string, options: fetchUtils.Options = {}) => {
  const session = currentSession();
  try {
    return await fetchUtils.fetchJson(url, {
      ...options,
      ...(session && { user: { authenticated: true, token: `Bearer ${session.token}` } }),
    });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw new RequestError(translate('errors.tryAgain'), 0);
    throw new RequestError(cause.body?.message ?? translate('errors.load'), cause.status, cause.body?.data?.errors);
  }
};

let provider: Promise<DataProvider> | undefined;

/** The provider of resources without calls of their own: ra-data-simple-rest, fetched with the first of them. */
export function collections(): Promise<DataProvider> {
  provider ??= import('ra-data-simple-rest').then(({ default: simpleRest }) =>
    simpleRest(`${HOST}${API_ROOT}/collections`, client),
  );
  return provider;
}
