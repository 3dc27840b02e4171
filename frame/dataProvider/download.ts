import { API_ROOT } from '../wire/call.ts';
import { getConnectionErrorText } from './connectionError.ts';
import { HOST } from './host.ts';
import { fetchFromHost, getRequestSession, RequestError, toRequestError, withReauthentication } from './request.ts';

const TIMEOUT = 120_000;

/** Returns the reply to a POST. Throws a RequestError with the host's text or `otherwise` (i18n key). */
export function postToHost(path: string, body: unknown, otherwise: string): Promise<Response> {
  const ask = async () => {
    const reply = await fetchFromHost(`${HOST}${API_ROOT}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      authorization: `Bearer ${getRequestSession()?.token ?? ''}`,
      timeout: TIMEOUT,
    }).catch(() => {
      throw new RequestError(getConnectionErrorText(otherwise), 0);
    });
    if (!reply.ok) throw toRequestError(await reply.json().catch(() => ({})), reply.status, otherwise);
    return reply;
  };
  return withReauthentication(ask);
}

/** Saves the reply to a POST as file `name`. Throws a RequestError as `postToHost` does. */
export async function download(path: string, body: unknown, name: string, otherwise: string): Promise<void> {
  const reply = await postToHost(path, body, otherwise);
  const address = URL.createObjectURL(await reply.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT);
}
