import type { InjectOptions } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import { encoded, formOf } from './form.ts';
import type { TestServer } from './testServer.ts';

export interface Answer {
  http: number;
  /** The bare reply, or a refusal's envelope. */
  body: ReturnType<typeof JSON.parse>;
  range: string | undefined;
  /** Seconds until a busy server may be asked again. */
  retryAfter?: string;
}

/** A client of the dialect, as one person. */
export function clientOf<P extends string>(
  server: Pick<TestServer<string, P>, 'tokenOf' | 'inject'>,
  person: P | undefined,
  name = 'supplies',
) {
  const send = async (method: InjectOptions['method'], path: string, sent?: unknown, headers = {}): Promise<Answer> => {
    const token = person && (await server.tokenOf(person));
    const json = sent !== undefined && { payload: JSON.stringify(sent), type: 'application/json' };
    const body = sent instanceof FormData ? await encoded(sent) : json;
    const reply = await server.inject({
      method,
      url: `${API_ROOT}/collections/${name}${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': body.type }),
        ...headers,
      },
      ...(body && { payload: body.payload }),
    });
    const { 'content-range': range, 'retry-after': retryAfter } = reply.headers;
    return {
      ...{ http: reply.statusCode, body: reply.json(), range: range as string | undefined },
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    };
  };
  const list = (query: { sort?: unknown; range?: unknown; filter?: unknown; where?: unknown } = {}) =>
    send('GET', `?${new URLSearchParams(Object.entries(query).map(([part, value]) => [part, JSON.stringify(value)]))}`);
  return {
    send,
    list,
    /** The titles of a page. */
    titles: async (query?: Parameters<typeof list>[0]) =>
      (await list(query)).body.map(({ title }: { title: string }) => title) as string[],
    one: (id: string) => send('GET', `/${encodeURIComponent(id)}`),
    create: (values: unknown) => send('POST', '', values),
    /** Sends files, and values beside them. */
    upload: (path: string, files: Record<string, readonly File[]>, values?: object, headers?: Record<string, string>) =>
      send('POST', path, formOf(values, files), headers),
    update: (id: string, values: unknown) => send('PUT', `/${id}`, values),
    // Sends the query like ra-data-simple-rest.
    remove: (id: string) => send('DELETE', `/${id}`, undefined, { 'content-type': 'text/plain' }),
  };
}
