import { currentSession } from '../authProvider/session.ts';
import { language, translate } from '../i18n/provider.ts';
import { type Call, DEFAULT_TIMEOUT, pathOf } from '../wire/call.ts';
import type { Envelope, Refusal } from '../wire/envelope.ts';
import { HOST } from './host.ts';

/** A call that failed, in words for the person. `code` is the envelope's, or 0 where no answer came. */
export class RequestError extends Error {
  readonly code: number;
  /** A text per refused field. */
  readonly errors: Record<string, string>;

  constructor(message: string, code: number, errors: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.errors = errors;
  }

  /** The same with its fields under our names; `names` says how the wire calls them. */
  renamed(names: Readonly<Record<string, string>>): RequestError {
    const ours = Object.fromEntries(Object.entries(names).map(([own, wire]) => [wire, own]));
    const errors = Object.entries(this.errors).map(([name, message]) => [ours[name] ?? name, message]);
    return new RequestError(this.message, this.code, Object.fromEntries(errors));
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

/** Adds a value under its name; lists of files repeat the name, other lists and objects use brackets (spec 7). */
function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) form.append(name, value);
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      append(form, one instanceof Blob ? name : `${name}[${index}]`, one ?? '');
  } else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) append(form, `${name}[${key}]`, one);
  } else form.append(name, String(value));
}

function bodyOf(call: Call, body: Record<string, unknown> | undefined): FormData | string | undefined {
  if (call.files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) append(form, name, value);
    return form;
  }
  return body && JSON.stringify(body);
}

async function send(call: Call, input: RequestInput): Promise<Envelope> {
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]));
  const body = bodyOf(call, input.body);
  const session = call.roles === 'public' ? null : currentSession();
  const timeout = AbortSignal.timeout(call.timeout ?? DEFAULT_TIMEOUT);
  const reply = await fetch(`${HOST}${pathOf(call, input.params)}${query.size > 0 ? `?${query}` : ''}`, {
    method: call.method,
    headers: {
      Accept: 'application/json',
      'Accept-Language': language(),
      ...(session && { Authorization: call.rawToken ? session.token : `Bearer ${session.token}` }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    body,
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
  });
  const told: unknown = await reply.json();
  const envelope = (call.envelope ? call.envelope(told, reply.status) : told) as Envelope | null;
  if (envelope === null || typeof envelope !== 'object' || typeof envelope.status !== 'boolean') throw new TypeError();
  return { ...envelope, code: envelope.code ?? reply.status };
}

/**
 * Makes one call and gives the reply's data and message. Whatever goes wrong (status false, HTML instead of JSON,
 * a dropped connection, no reply in time) ends in a RequestError with the host's message or the call's own (spec 8).
 */
export async function requestReply(call: Call, input: RequestInput = {}): Promise<{ data: unknown; message: string }> {
  let envelope: Envelope;
  try {
    envelope = await send(call, input);
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw new RequestError(translate(call.failure.lost), 0);
  }
  const message = typeof envelope.message === 'string' ? envelope.message : '';
  if (envelope.status && envelope.code !== 401) return { data: envelope.data, message };
  const errors = (envelope.data as Refusal | null | undefined)?.errors;
  const code = envelope.status || envelope.code >= 400 ? envelope.code : 400;
  throw new RequestError(message || translate(call.failure.refused), code, errors);
}

/** Makes one call and gives the reply's data. */
export async function request(call: Call, input?: RequestInput): Promise<unknown> {
  return (await requestReply(call, input)).data;
}
