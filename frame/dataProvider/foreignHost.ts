import { getLanguage } from '../i18n/provider.ts';
import { type Call, type ForeignHost, getCallUrl, getTimeout } from '../wire/call.ts';
import type { Envelope } from '../wire/envelope.ts';
import { asObject, asText, parseJson } from '../wire/wireValues.ts';
import { buildRequestBody, type RequestInput } from './requestBody.ts';

/** A foreign host can neither end the session nor ask for reauthentication. */
const REFUSED = 403;

/** True for an HTML page or an empty body in place of data. */
const isNotData = ({ method, anyReply }: Call, { ok, status }: Response, text: string) =>
  ok && !anyReply && (text.trim() === '' ? method === 'GET' && status !== 204 : parseJson(text) === undefined);

/** Wraps the reply of a host without an envelope. */
function bare(body: unknown, http: number): Envelope {
  const { message, errors } = asObject(body);
  const status = http >= 200 && http < 300;
  return { status, message: status ? '' : asText(message), code: http, data: status ? body : { errors } };
}

/** Sends a call once. `renew` asks the host's config for a new Authorization header. */
const ask = async (call: Call, host: ForeignHost, { params, query, body, signal }: RequestInput, renew: boolean) => {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': getLanguage() });
  for (const [name, value] of Object.entries(host.headers ?? {})) headers.set(name, value);
  const authorization = await host.authorization?.(renew);
  if (authorization) headers.set('Authorization', authorization);
  const sent = buildRequestBody(call, body);
  if (typeof sent === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const patience = AbortSignal.timeout(getTimeout(call));
  return fetch(host.origin + getCallUrl(call, { params, query }), {
    method: call.method,
    headers,
    body: sent,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Credentials for this host must not follow a redirect.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  });
};

/** Sends a call to a foreign host, after a 401 once more with new authorization. Its replies never end the session. */
export async function sendToForeignHost(call: Call, host: ForeignHost, input: RequestInput): Promise<Envelope> {
  let reply = await ask(call, host, input, false);
  if (reply.status === 401 && host.authorization) reply = await ask(call, host, input, true);
  const { status, ok, headers } = reply;
  const text = await reply.text();
  if (!call.envelope && isNotData(call, reply, text)) throw new TypeError();
  const read = (call.envelope ?? bare)(parseJson(text), status, headers);
  if (typeof read?.status !== 'boolean') throw new TypeError();
  const errors = asObject(asObject(read.data).errors) as Record<string, string>;
  const well = read.status && ok;
  const code = well ? 200 : [401, 200].includes(read.code) ? REFUSED : read.code;
  return { status: well, message: read.message, code, data: well ? read.data : { errors } };
}
