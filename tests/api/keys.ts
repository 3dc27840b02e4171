import { mayDo } from 'portal-frame';
import { listActionNames, mayRead } from 'portal-frame/internal';
import type { Collection } from 'portal-frame/internal/records';
import { expect } from 'vitest';
import type { Person, TestServer } from './harness.ts';
import { type Reader, roleOf, seenIds } from './leaks.ts';
import { hasWebhooks, readAsWebhook } from './webhookReads.ts';

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

/** Checks that a webhook of a person's account sends no invisible record and no hidden field. */
export async function expectNoWebhookLeak(
  server: TestServer,
  collection: Collection,
  ids: readonly string[],
  person: Reader,
): Promise<void> {
  if (!hasWebhooks) return;
  const { resource } = collection;
  const role = roleOf(person);
  const seen = await seenIds(server, collection, ids, person);
  const rights = ['list', 'show', 'edit', ...listActionNames(resource)];
  const reads = rights.some((right) => mayDo(resource, role, right));
  const closed = Object.keys(resource.fields).filter((field) => !mayRead(resource, role, field));
  for (const id of ids) {
    const of = { resource: resource.name, record_id: id };
    const sent = await readAsWebhook(server, person, of);
    expect([resource.name, person, id, sent !== undefined]).toEqual([resource.name, person, id, reads && seen.has(id)]);
    for (const field of sent ? closed : []) expect(sent).not.toHaveProperty(field);
  }
}
