import { API_ROOT } from '../wire/call.ts';
import { getConnectionErrorText } from './connectionError.ts';
import { HOST } from './host.ts';
import { fetchFromHost, getRequestSession, RequestError, toRequestError, withReauthentication } from './request.ts';

/** Milliseconds that a file may take to be made and to come. */
const PATIENCE = 120_000;

/**
 * Sends a request whose reply is a file, and has the browser save it under this name. Where the host wants the person
 * to prove again who they are, they are asked, and the request is repeated. Throws a RequestError with the host's
 * message, or `otherwise` (an i18n key).
 */
export async function download(path: string, body: unknown, name: string, otherwise: string): Promise<void> {
  const ask = async () => {
    const reply = await fetchFromHost(`${HOST}${API_ROOT}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      authorization: `Bearer ${getRequestSession()?.token ?? ''}`,
      timeout: PATIENCE,
    }).catch(() => {
      throw new RequestError(getConnectionErrorText(otherwise), 0);
    });
    if (!reply.ok) throw toRequestError(await reply.json().catch(() => ({})), reply.status, otherwise);
    return reply;
  };
  const reply = await withReauthentication(ask);
  const address = URL.createObjectURL(await reply.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE);
}
