import { expect } from 'vitest';
import type { Person, TestServer } from './harness.ts';

/** Creates an API key for a person's account. */
export async function createApiKey(server: TestServer, person: Person, own: object = {}) {
  const scope = { access: 'write', resources: [], days: 30 };
  const body = { name: `Key of ${person}`, accountId: server.ids[person], ...scope, ...own };
  const { http, data } = await server.as('admin', 'createApiKey', { body });
  expect(http).toBe(200);
  return data as { _id: string; token: string };
}

/** Returns the server as programs reach it: every request that a person would make is made with a key of the account. */
export function withKeys(server: TestServer): TestServer {
  const keys = new Map<Person, Promise<string>>();
  const tokenOf = (person: Person) => {
    const token = keys.get(person) ?? createApiKey(server, person).then((key) => key.token);
    keys.set(person, token);
    return token;
  };
  return {
    ...server,
    tokenOf,
    // Each network address is rate-limited too.
    inject: (options) => server.inject({ remoteAddress: '10.9.9.9', ...options }),
    as: async (person, name, input) => server.call(name, { ...input, token: await tokenOf(person) }),
  };
}
