import type { InjectOptions } from 'fastify';
import { API_ROOT } from '../../wire/call.ts';
import type { TestServer } from './testServer.ts';

export interface Answer {
  http: number;
  /** The bare reply, or a refusal's envelope. */
  body: ReturnType<typeof JSON.parse>;
  range: string | undefined;
}

/** A client of the dialect, as one person. */
export function clientOf<P extends string>(
  server: Pick<TestServer<string, P>, 'tokenOf' | 'inject'>,
  person: P | undefined,
  name = 'supplies',
) {
  const send = async (
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
    headers = {},
  ): Promise<Answer> => {
    const token = person && (await server.tokenOf(person));
    const reply = await server.inject({
      method,
      url: `${API_ROOT}/collections/${name}${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    return { http: reply.statusCode, body: reply.json(), range: reply.headers['content-range'] as string | undefined };
  };
  const list = (query: { sort?: unknown; range?: unknown; filter?: unknown } = {}) =>
    send('GET', `?${new URLSearchParams(Object.entries(query).map(([part, value]) => [part, JSON.stringify(value)]))}`);
  return {
    send,
    list,
    /** The titles of a page. */
    titles: async (query?: Parameters<typeof list>[0]) =>
      (await list(query)).body.map(({ title }: { title: string }) => title) as string[],
    one: (id: string) => send('GET', `/${encodeURIComponent(id)}`),
    create: (values: unknown) => send('POST', '', values),
    update: (id: string, values: unknown) => send('PUT', `/${id}`, values),
    // As ra-data-simple-rest sends it.
    remove: (id: string) => send('DELETE', `/${id}`, undefined, { 'content-type': 'text/plain' }),
  };
}
