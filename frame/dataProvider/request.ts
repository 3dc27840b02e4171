import { getLanguage, translate } from '../i18n/provider.ts';
import { currentSession, hasFeature, isOffered, readSession, type Session } from '../session/session.ts';
import type { ChangeBinding } from '../wire/binding.ts';
import { type Call, DEFAULT_TIMEOUT, type FailureTexts, getCallUrl } from '../wire/call.ts';
import type { Envelope, Refusal } from '../wire/envelope.ts';
import { getConnectionErrorText } from './connectionError.ts';
import { HOST } from './host.ts';
import { requestReauthentication } from './reauthentication.ts';
import { buildRequestBody, readJson } from './requestBody.ts';

/** A call that failed, in words for the person. `code` is the envelope's, or 0 where no answer came. */
export class RequestError extends Error {
  readonly code: number;
  /** A text per refused field. */
  readonly errors: Record<string, string>;
  /** What else the reply's data says. */
  readonly details: Omit<Refusal, 'errors'>;
  /** The host asks back: the message is a question, and the change may be made again as confirmed. */
  readonly needsConfirmation: boolean;
  /** Which of the call's own texts the message is; undefined where the host gave one. */
  own?: keyof FailureTexts;

  constructor(message: string, code: number, { errors = {}, ...details }: Refusal = {}, asks = false) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.needsConfirmation = asks;
  }

  /** The same as a change's binding reads it: the fields under our names, and whether it asks back. */
  applyBinding({ names = {}, confirm }: Pick<ChangeBinding, 'names' | 'confirm'>): RequestError {
    const ours = Object.fromEntries(Object.entries(names).map(([own, wire]) => [wire, own]));
    const errors = Object.entries(this.errors).map(([name, message]) => [ours[name] ?? name, message]);
    const refusal = { ...this.details, errors: Object.fromEntries(errors) };
    return new RequestError(this.message, this.code, refusal, confirm !== undefined && refusal[confirm.flag] === true);
  }

  /** The same as a screen with texts of its own for the call shows it. */
  reword(failure: FailureTexts): RequestError {
    if (!this.own) return this;
    const { code, errors, details, needsConfirmation: asks, own } = this;
    return Object.assign(new RequestError(translate(failure[own]), code, { ...details, errors }, asks), { own });
  }

  /** react-admin reads `status` of an error to tell whether the session is over. */
  get status(): number {
    return this.code;
  }
}

export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/** Options of a request to the host, beyond fetch's own. */
export interface HostOptions extends RequestInit {
  /** Milliseconds after which it is given up. */
  timeout?: number;
  /** The value of the Authorization header. */
  authorization?: string;
}

/** Replies that were asked for before anybody needed them, by address; whoever asks next for one takes it. */
const early = new Map<string, Promise<Response>>();
/** Milliseconds that such a reply counts as fresh. */
const FRESH = 15_000;

/** Asks the host for what a screen is going to ask for, while its code still loads. */
export function prefetchReply(url: string, options: HostOptions): void {
  const reply = fetchFromHost(url, options);
  early.set(url, reply);
  // Whoever takes it shows what went wrong.
  reply.catch(() => undefined);
  setTimeout(() => early.delete(url), FRESH);
}

/** Once every reply that was asked for early has arrived in full: whether there were any. */
export async function settlePrefetchedReplies(): Promise<boolean> {
  const replies = [...early.values()];
  await Promise.allSettled(replies.map(async (reply) => (await reply).clone().text()));
  return replies.length > 0;
}

/** Asks the host: in the person's language, with their token, and not for ever. Throws what fetch throws. */
export function fetchFromHost(url: string, { timeout = DEFAULT_TIMEOUT, authorization, ...options }: HostOptions) {
  const asked = (options.method ?? 'GET') === 'GET' ? early.get(url) : undefined;
  early.delete(url);
  if (asked) return asked;
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', getLanguage());
  if (authorization) headers.set('Authorization', authorization);
  if (typeof options.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const patience = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience;
  return fetch(url, { ...options, headers, signal });
}

/** A refusal in words: the host's own, or `otherwise` (an i18n key). */
export function toRequestError(envelope: Partial<Envelope>, code: number, otherwise: string): RequestError {
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  const refusal = new RequestError(
    message || translate(otherwise),
    code,
    (envelope.data as Refusal | null | undefined) ?? {},
  );
  return message ? refusal : Object.assign(refusal, { own: 'refused' as const });
}

/** The query without what this host did not name (spec 7). */
function offeredQuery({ extras = {} }: Call, query: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => {
      const feature = extras[name];
      return feature === undefined || hasFeature(feature);
    }),
  );
}

/**
 * The session to ask with, or null where it has expired, which is for the host to say. Without a token nobody is asked
 * (spec 8).
 */
export function getRequestSession(): Session | null {
  const session = readSession();
  if (session === 'missing') throw new RequestError(translate('errors.missingToken'), 401);
  return session === 'expired' ? null : session;
}

/** How a reply counts: HTTP 401 ends the session whatever else it says, and some calls ask for no more than HTTP 2xx. */
function envelopeOf(call: Call, json: unknown, { status, ok, headers }: Response): Envelope {
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
    `${HOST}${getCallUrl(call, { params: input.params, query: offeredQuery(call, input.query) })}`,
    {
      method: call.method,
      body: buildRequestBody(call, input.body),
      signal: input.signal,
      timeout: call.timeout,
      authorization: session ? (call.rawToken ? session.token : `Bearer ${session.token}`) : undefined,
    },
  );
  return envelopeOf(call, await readJson(reply), reply);
}

/**
 * Makes one call and gives the reply's data and message. Whatever goes wrong (status false, HTML instead of JSON,
 * a dropped connection, no reply in time) ends in a RequestError with the host's message or the call's own (spec 8).
 * A host that wants the person to prove again who they are is given that, and the call once more.
 */
export const requestReply = (call: Call, input: RequestInput = {}): Promise<{ data: unknown; message: string }> =>
  withReauthentication(() => attempt(call, input));

/** Does what asks the host; where it wants the person to prove again who they are, they are asked, and it is done again. */
export async function withReauthentication<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof RequestError && cause.details.reauthenticate && hasFeature('reauthenticate'))) throw cause;
    const proven = requestReauthentication();
    if (!proven) throw cause;
    // Who would not has seen the question: it is shown no second time.
    if (!(await proven)) throw new RequestError(cause.message, cause.code, cause.details, true);
    return ask();
  }
}

async function attempt(call: Call, input: RequestInput): Promise<{ data: unknown; message: string }> {
  if (!isOffered(call)) throw new RequestError(translate('server.notFound'), 404);
  const session = call.roles === 'public' ? null : getRequestSession();
  let envelope: Envelope;
  try {
    envelope = await send(call, input, session);
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    const lost = new RequestError(getConnectionErrorText(call.failure.lost), 0);
    // Without a network that is why, whatever the call.
    throw navigator.onLine ? Object.assign(lost, { own: 'lost' as const }) : lost;
  }
  const { status, code, message, data } = envelope;
  if (status && code !== 401) return { data, message: typeof message === 'string' ? message : '' };
  const understood = (status || code >= 400) && !(code === 401 && isFormer(session));
  throw toRequestError(envelope, understood ? code : 400, call.failure.refused);
}

/** Whether somebody has signed in since that session asked: that it is over says nothing of theirs. */
const isFormer = (session: Session | null) => {
  const now = currentSession();
  return session !== null && now !== null && now.token !== session.token;
};

/** Makes one call and gives the reply's data. */
export async function request(call: Call, input?: RequestInput): Promise<unknown> {
  return (await requestReply(call, input)).data;
}
