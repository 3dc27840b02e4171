import { getLanguage, translate } from '../i18n/provider.ts';
import { currentSession, hasFeature, isOffered, readSession, type Session } from '../session/session.ts';
import type { ChangeBinding } from '../wire/binding.ts';
import { type Call, DEFAULT_TIMEOUT, type FailureTexts, getCallUrl, getTimeout } from '../wire/call.ts';
import type { Envelope, Refusal } from '../wire/envelope.ts';
import { getConnectionErrorText } from './connectionError.ts';
import { HOST } from './host.ts';
import { requestReauthentication } from './reauthentication.ts';
import { buildRequestBody, type RequestInput, readJson } from './requestBody.ts';

/** Failed call with a message for the person. `code` is the envelope's, or 0 without a reply. */
export class RequestError extends Error {
  readonly code: number;
  /** Text by field. */
  readonly errors: Record<string, string>;
  /** Further data of the reply. */
  readonly details: Omit<Refusal, 'errors'>;
  /** The message is a question; the change can be repeated as confirmed. */
  readonly needsConfirmation: boolean;
  /** Set if the message is one of the call's own texts. */
  failureText?: keyof FailureTexts;

  constructor(message: string, code: number, { errors = {}, ...details }: Refusal = {}, asks = false) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.needsConfirmation = asks || details.confirm !== undefined;
  }

  /** Translates wire field names back and detects a request for confirmation. */
  applyBinding({ names = {}, confirm }: Pick<ChangeBinding, 'names' | 'confirm'>): RequestError {
    const ours = Object.fromEntries(Object.entries(names).map(([own, wire]) => [wire, own]));
    const errors = Object.entries(this.errors).map(([name, message]) => [ours[name] ?? name, message]);
    const refusal = { ...this.details, errors: Object.fromEntries(errors) };
    return new RequestError(this.message, this.code, refusal, confirm !== undefined && refusal[confirm.flag] === true);
  }

  /** Replaces the call's own text by the screen's. */
  reword(failure: FailureTexts): RequestError {
    if (!this.failureText) return this;
    const { code, errors, details, needsConfirmation, failureText } = this;
    return Object.assign(
      new RequestError(translate(failure[failureText]), code, { ...details, errors }, needsConfirmation),
      {
        failureText,
      },
    );
  }

  /** For react-admin, which checks `status` to detect an expired session. */
  get status(): number {
    return this.code;
  }
}

/** Options of a request to the host, beyond fetch's own. */
export interface HostOptions extends RequestInit {
  /** Milliseconds. */
  timeout?: number;
  /** Value of the Authorization header. */
  authorization?: string;
}

/** Prefetched replies by URL. The next request for the URL takes one. */
const prefetched = new Map<string, Promise<Response>>();
/** Lifetime of a prefetched reply in milliseconds. */
const PREFETCH_LIFETIME = 15_000;

/** Requests data for a screen while its code still loads. */
export function prefetchReply(url: string, options: HostOptions): void {
  const reply = fetchFromHost(url, options);
  prefetched.set(url, reply);
  // The request that takes the reply reports the error.
  reply.catch(() => undefined);
  setTimeout(() => prefetched.delete(url), PREFETCH_LIFETIME);
}

/** Waits for all prefetched replies. True if there were any. */
export async function settlePrefetchedReplies(): Promise<boolean> {
  const replies = [...prefetched.values()];
  await Promise.allSettled(replies.map(async (reply) => (await reply).clone().text()));
  return replies.length > 0;
}

/** Sends a request with language, token and timeout, or takes its prefetched reply. Throws the errors of fetch. */
export function fetchFromHost(url: string, { timeout = DEFAULT_TIMEOUT, authorization, ...options }: HostOptions) {
  const waiting = (options.method ?? 'GET') === 'GET' ? prefetched.get(url) : undefined;
  prefetched.delete(url);
  if (waiting) return waiting;
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', getLanguage());
  if (authorization) headers.set('Authorization', authorization);
  if (typeof options.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const expiry = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, expiry]) : expiry;
  return fetch(url, { ...options, headers, signal });
}

/** Creates an error with the host's message, or `otherwise` (an i18n key). */
export function toRequestError(envelope: Partial<Envelope>, code: number, otherwise: string): RequestError {
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  const refusal = new RequestError(
    message || translate(otherwise),
    code,
    (envelope.data as Refusal | null | undefined) ?? {},
  );
  return message ? refusal : Object.assign(refusal, { failureText: 'refused' as const });
}

/** Removes query parameters that the host does not offer (spec 7). */
function getOfferedQuery(
  { parameterFeatures = {} }: Call,
  query: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => {
      const feature = parameterFeatures[name];
      return feature === undefined || hasFeature(feature);
    }),
  );
}

/** Returns the session, or null if it has expired: the host then refuses the call. Throws without a token (spec 8). */
export function getRequestSession(): Session | null {
  const session = readSession();
  if (session === 'missing') throw new RequestError(translate('errors.missingToken'), 401);
  return session === 'expired' ? null : session;
}

/** Reads the envelope of a reply. HTTP 401 always ends the session; some calls accept any 2xx. */
function readEnvelope(call: Call, json: unknown, { status, ok, headers }: Response): Envelope {
  const read = (call.envelope ? call.envelope(json, status, headers) : json) as Envelope | null | undefined;
  const isEnvelope = read !== null && typeof read === 'object' && typeof read.status === 'boolean';
  if (status === 401) return { status: false, message: '', data: null, ...(isEnvelope && read), code: 401 };
  if (isEnvelope) return { ...read, code: read.code ?? status };
  if (call.anyReply && ok) return { status: true, message: '', code: status };
  throw new TypeError();
}

async function send(call: Call, input: RequestInput, session: Session | null): Promise<Envelope> {
  if (call.host) return (await import('./foreignHost.ts')).sendToForeignHost(call, call.host, input);
  const reply = await fetchFromHost(
    `${HOST}${getCallUrl(call, { params: input.params, query: getOfferedQuery(call, input.query) })}`,
    {
      method: call.method,
      body: buildRequestBody(call, input.body),
      signal: input.signal,
      timeout: getTimeout(call),
      authorization: session ? (call.rawToken ? session.token : `Bearer ${session.token}`) : undefined,
    },
  );
  return readEnvelope(call, await readJson(reply), reply);
}

/**
 * Makes a call and returns data and message. Every failure becomes a RequestError with the host's message or the call's
 * own (spec 8). Asks for reauthentication if the host requires it, then repeats the call.
 */
export const requestReply = (call: Call, input: RequestInput = {}): Promise<{ data: unknown; message: string }> =>
  withReauthentication(() => attempt(call, input));

/** Runs `ask` and, if the host requires reauthentication, asks the person and runs it again. */
export async function withReauthentication<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof RequestError && cause.details.reauthenticate && hasFeature('reauthenticate'))) throw cause;
    const proven = requestReauthentication();
    if (!proven) throw cause;
    // The dialog was cancelled: do not show another question.
    if (!(await proven)) throw new RequestError(cause.message, cause.code, cause.details, true);
    return ask();
  }
}

/** Makes a call once. A 401 for a former session becomes a 400, as does a refusal without an error code. */
async function attempt(call: Call, input: RequestInput): Promise<{ data: unknown; message: string }> {
  if (!isOffered(call)) throw new RequestError(translate('server.notFound'), 404);
  const session = call.roles === 'public' ? null : getRequestSession();
  let envelope: Envelope;
  try {
    envelope = await send(call, input, session);
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    const lost = new RequestError(getConnectionErrorText(call.failure.lost), 0);
    // Offline is the cause, so a screen's own text must not replace this one.
    throw navigator.onLine ? Object.assign(lost, { failureText: 'lost' as const }) : lost;
  }
  const { status, code, message, data } = envelope;
  if (status && code !== 401) return { data, message: typeof message === 'string' ? message : '' };
  const understood = (status || code >= 400) && !(code === 401 && isSuperseded(session));
  throw toRequestError(envelope, understood ? code : 400, call.failure.refused);
}

/** True if somebody signed in since. The error then concerns the former session only. */
const isSuperseded = (session: Session | null) => {
  const now = currentSession();
  return session !== null && now !== null && now.token !== session.token;
};

/** Makes a call and returns the data of the reply. */
export async function request(call: Call, input?: RequestInput): Promise<unknown> {
  return (await requestReply(call, input)).data;
}
