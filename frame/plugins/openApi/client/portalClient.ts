/**
 * Client of the API for programs. It imports nothing: `npm run client` copies this file into the client of another
 * program, with the types of its collections.
 */

/** A value of the request's time or account, such as `{ symbol: 'today', days: -14 }`. */
export interface RelativeValue {
  symbol: 'me' | 'today' | 'now';
  days?: number;
  hours?: number;
  minutes?: number;
}

type Item<V> = NonNullable<V> extends readonly (infer E)[] ? E : NonNullable<V>;
type Compared<V> = V | (V extends string ? RelativeValue : never);

/** Comparisons of one field, joined by `and`. */
export interface Operators<V> {
  equals?: Compared<V> | null;
  not?: Compared<V> | null;
  in?: readonly (Compared<V> | null)[];
  notIn?: readonly (Compared<V> | null)[];
  gt?: Compared<V>;
  gte?: Compared<V>;
  lt?: Compared<V>;
  lte?: Compared<V>;
  /** Ignores case and accents, as `startsWith` does. */
  contains?: string;
  startsWith?: string;
  exists?: boolean;
  /** References: at least one of the referenced records matches. */
  some?: Where;
  /** References: none of the referenced records fails to match. */
  every?: Where;
}

type FieldWhere<V> = Compared<V> | null | readonly (Compared<V> | null)[] | Operators<V>;

/**
 * Condition on a record, joined by `and`. Paths such as `'maker.title'` follow references.
 * @example { or: [{ dueOn: { lt: { symbol: 'today' } } }, { state: ['New', 'Open'] }] }
 */
export type Where<R extends object = Record<string, unknown>> =
  | { and: readonly Where<R>[] }
  | { or: readonly Where<R>[] }
  | { not: Where<R> }
  | { [K in (keyof R & string) | `${string}.${string}`]?: FieldWhere<Item<K extends keyof R ? R[K] : unknown>> };

/** Types of a collection, as `npm run client` writes them. */
export interface CollectionTypes {
  record: { id: string; version: number };
  create: object;
  update: object;
  /** Inputs of transitions and other actions, by name. */
  actions: object;
}

export interface ClientOptions {
  /** Address of the portal, such as https://portal.example.com. */
  url: string;
  /** API key. */
  key: string;
  /** Language of messages, as in Accept-Language. Default: English. */
  language?: string;
  /** Repetitions after a lost connection, 429, 502, 503 or 504. Default: 4. */
  retries?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

export interface FindOptions<R extends object> {
  where?: Where<R>;
  /** Default: `sort` of the config's list. */
  sort?: { field: keyof R & string; order: 'ASC' | 'DESC' };
  /** Counts from 1. */
  page?: number;
  /** At most 1,000. Default: 25. */
  perPage?: number;
  /** Words to search for. */
  search?: string;
}

export interface ChangeOptions {
  /** A new text for each change. Send it again to repeat the same change safely. Default: random. */
  idempotencyKey?: string;
}

export interface PollOptions<R extends object> {
  /** ISO 8601. Earlier changes are left out. Default: now. */
  since?: string;
  where?: Where<R>;
  /** Pause between two requests in milliseconds. Default: 30,000. */
  pollMs?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/** A refusal. `errors` has a message for each field that is wrong; `status` is 0 if there was no reply. */
export class PortalError extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  constructor(status: number, message: string, errors: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'PortalError';
    this.status = status;
    this.errors = errors;
  }
}

const ROOT = '/api/v1';
const MAX_PAGE_SIZE = 1000;
const MAX_WAIT_MS = 60_000;
/** Time in which a change may still be committed after it took its `changedAt`. */
const COMMIT_MS = 60_000;
const REPEATABLE = [429, 502, 503, 504];

interface RequestParts extends ChangeOptions {
  query?: Readonly<Record<string, string>>;
  body?: object;
}

/** Waits; ends early if the signal aborts. */
const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => done(clearTimeout(timer)), { once: true });
  });

async function toError(reply: Response): Promise<PortalError> {
  const text = await reply.text().catch(() => '');
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  return new PortalError(reply.status, body.message ?? `The portal answered ${reply.status}.`, body.data?.errors);
}

/** Returns how long to wait before the request is repeated; undefined if it was refused for good. */
function getRetryDelay({ status, headers }: Response, attempt: number): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (!REPEATABLE.includes(status) && !(status === 409 && seconds >= 0)) return undefined;
  return Math.min(MAX_WAIT_MS, seconds >= 0 ? seconds * 1000 : 500 * 2 ** attempt);
}

function createSender({ url, key, language, retries = 4, fetch: send = fetch }: ClientOptions) {
  const toInit = (method: string, { body, idempotencyKey }: RequestParts): RequestInit => {
    const isForm = body instanceof FormData;
    return {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(language && { 'accept-language': language }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    };
  };
  return async (method: string, path: string, parts: RequestParts = {}): Promise<Response> => {
    const address = `${url.replace(/\/$/, '')}${ROOT}${path}${parts.query ? `?${new URLSearchParams(parts.query)}` : ''}`;
    // The same Idempotency-Key in each attempt: a change whose reply was lost is not made twice.
    const init = toInit(method, parts);
    for (let attempt = 0; ; attempt++) {
      const reply = await send(address, init).catch((cause: Error) => cause);
      if (!(reply instanceof Response)) {
        if (attempt >= retries) throw new PortalError(0, `The portal cannot be reached: ${reply.message}`);
        await wait(500 * 2 ** attempt);
        continue;
      }
      if (reply.ok) return reply;
      const delay = getRetryDelay(reply, attempt);
      if (delay === undefined || attempt >= retries) throw await toError(reply);
      await wait(delay);
    }
  };
}

const toPath = (...parts: string[]) => ['/collections', ...parts.map(encodeURIComponent)].join('/');

type Types<S> = { [N in keyof S]: CollectionTypes };
type Send = ReturnType<typeof createSender>;
const json = async <T>(reply: Promise<Response>): Promise<T> => (await reply).json() as Promise<T>;

function createReads<S extends Types<S>>(send: Send) {
  type Name = keyof S & string;
  type RecordOf<N extends Name> = S[N]['record'];

  async function find<N extends Name>(name: N, found: FindOptions<RecordOf<N>> = {}) {
    const { where, sort, page = 1, perPage = 25, search } = found;
    // In the body, because logs contain addresses.
    const body = {
      range: JSON.stringify([(page - 1) * perPage, page * perPage - 1]),
      ...(where && { where: JSON.stringify(where) }),
      ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
      ...(search && { filter: JSON.stringify({ q: search }) }),
    };
    const reply = await send('POST', toPath(name, 'find'), { body });
    const total = Number(reply.headers.get('content-range')?.split('/')[1]);
    return { records: (await reply.json()) as RecordOf<N>[], total };
  }

  /** Yields all records in the order of their ids, a page at a time. */
  async function* findAll<N extends Name>(name: N, { where }: { where?: Where<RecordOf<N>> } = {}) {
    for (let last: string | undefined; ; ) {
      const after = last === undefined ? [] : [{ id: { gt: last } } as object as Where<RecordOf<N>>];
      const parts = [...(where ? [where] : []), ...after];
      const page = { sort: { field: 'id' as const, order: 'ASC' as const }, perPage: MAX_PAGE_SIZE };
      const { records } = await find(name, { ...page, ...(parts.length > 0 && { where: { and: parts } }) });
      yield* records;
      last = records.at(-1)?.id;
      // Not before an empty page: a record that is added during the request may push another one off the page.
      if (last === undefined) return;
    }
  }

  /** Yields each new version of a record once. Deleted records are not among them. */
  async function* pollChanges<N extends Name>(name: N, poll: PollOptions<RecordOf<N>> = {}) {
    const { where, pollMs = 30_000, signal } = poll;
    let since = poll.since ?? new Date().toISOString();
    const earliest = Date.parse(since);
    let sent = new Map<string, number>();
    while (!signal?.aborted) {
      const seen = new Map<string, number>();
      const changed = { changedAt: { gte: since } } as object as Where<RecordOf<N>>;
      const startedAt = Date.now();
      let latest = since;
      for await (const record of findAll(name, { where: where ? { and: [changed, where] } : changed })) {
        const { changedAt } = record as object as { changedAt: string };
        if (changedAt > latest) latest = changedAt;
        seen.set(record.id, record.version);
        if (sent.get(record.id) !== record.version) yield record;
      }
      sent = seen;
      // Reads the last minute again: a slow change may be committed after a later one.
      since = new Date(Math.max(earliest, Date.parse(latest) - COMMIT_MS)).toISOString();
      if (!signal?.aborted) await wait(Math.max(0, pollMs - (Date.now() - startedAt)), signal);
    }
  }

  return {
    find,
    findAll,
    pollChanges,
    findOne: <N extends Name>(name: N, id: string) => json<RecordOf<N>>(send('GET', toPath(name, id))),
  };
}

function createChanges<S extends Types<S>>(send: Send) {
  type Name = keyof S & string;
  type RecordOf<N extends Name> = S[N]['record'];

  return {
    create: <N extends Name>(name: N, values: S[N]['create'], change: ChangeOptions = {}) =>
      json<RecordOf<N>>(send('POST', toPath(name), { body: values, ...change })),
    /** Changes these fields. With `version`, it is refused (409) if the record has changed since. */
    update: <N extends Name>(name: N, id: string, values: S[N]['update'], change: ChangeOptions = {}) =>
      json<RecordOf<N>>(send('PUT', toPath(name, id), { body: values, ...change })),
    /** Returns the record as it was. */
    delete: <N extends Name>(name: N, id: string, change: ChangeOptions = {}) =>
      json<RecordOf<N>>(send('DELETE', toPath(name, id), change)),
    /** Runs a transition or another action; `values` are its inputs. */
    transition: <N extends Name, A extends keyof S[N]['actions'] & string>(
      name: N,
      id: string,
      action: A,
      values?: S[N]['actions'][A],
      change: ChangeOptions = {},
    ) => json<RecordOf<N>>(send('POST', toPath(name, id, action), { body: (values ?? {}) as object, ...change })),
    /** Uploads a file; the address that it returns is then sent as the value of the field. */
    async upload<N extends Name>(name: N, field: keyof RecordOf<N> & string, file: Blob, fileName: string) {
      const body = new FormData();
      body.append(field, file, fileName);
      const addresses = await json<Record<string, string[]>>(send('POST', toPath(name, 'files'), { body }));
      return addresses[field]?.[0] as string;
    },
  };
}

/**
 * Creates a client. All functions throw a PortalError; a change is repeated safely after a lost connection.
 * @example
 * const portal = createClient<PortalCollections>({ url: 'https://portal.example.com', key: process.env.PORTAL_KEY ?? '' });
 * const { records, total } = await portal.find('supplies', { where: { quantity: { lt: 5 } } });
 */
export function createClient<S extends Types<S>>(options: ClientOptions) {
  const send = createSender(options);
  return {
    ...createReads<S>(send),
    ...createChanges<S>(send),
    /** Makes any other call of the API; `path` begins after /api/v1. */
    call: <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, parts: RequestParts = {}) =>
      json<T>(send(method, path, parts)),
  };
}
