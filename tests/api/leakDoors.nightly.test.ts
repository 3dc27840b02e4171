import { sql } from 'kysely';
import { mayDo } from 'portal-frame';
import { listActionNames, mayRead } from 'portal-frame/internal';
import type { Collection } from 'portal-frame/internal/records';
import { API_ROOT } from 'portal-frame/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from './collectionTest.ts';
import { hasPlugin, startServer, type TestServer } from './harness.ts';
import { createApiKey, withKeys } from './keys.ts';
import { LEAK_CONFIGS } from './leakConfigs.ts';
import { READERS, type Reader, roleOf, seenIds } from './leaks.ts';
import { clientOf } from './supplies.ts';
import { hasWebhooks, readAsWebhook } from './webhookReads.ts';

type Found = Record<string, unknown> & { id: string };

/** A way into the server, as one person. Refusals are undefined. */
interface Door {
  list(): Promise<{ records: Found[]; total: number } | undefined>;
  get(id: string): Promise<Found | undefined>;
}

const MIN_PROBES = 2_000;
const MAX_PAGE = 100;
let server: TestServer;
let url: string;
let probes = 0;
const leaks: string[] = [];

beforeAll(async () => {
  server = await startServer({}, { resources: LEAK_CONFIGS });
  for (const resource of LEAK_CONFIGS)
    for (const round of [0, 1] as const) {
      const { http } = await clientOf(server, 'admin', resource.name).create(
        await sampleOf(server, resource, round, LEAK_CONFIGS),
      );
      expect([resource.name, http]).toEqual([resource.name, 201]);
    }
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const tokens = new Map<string, Promise<string>>();
const tokenOf = (person: Reader, scope: object) => {
  const name = person + JSON.stringify(scope);
  const create = () =>
    hasPlugin('apiKeys') ? createApiKey(server, person, scope).then((key) => key.token) : server.tokenOf(person);
  const token = tokens.get(name) ?? create();
  tokens.set(name, token);
  return token;
};

function openHttp(on: TestServer, person: Reader, name: string): Door {
  const client = clientOf(on, person, name);
  return {
    async list() {
      const { http, body, range } = await client.list({ range: [0, 999] });
      return http === 200 ? { records: body, total: Number(range?.split('/')[1]) } : undefined;
    },
    async get(id) {
      const { http, body } = await client.one(id);
      return http === 200 ? body : undefined;
    },
  };
}

interface PortalClient {
  find(name: string, query: { perPage: number }): Promise<{ total: number }>;
  findOne(name: string, id: string): Promise<Found>;
  findAll(name: string): AsyncIterable<Found>;
}
/** Of the plug-in openApi, by a computed name: without it, there is no such door. */
const CLIENT = ['portal-frame', 'plugins', 'openApi', 'client'].join('/');
const { createClient }: { createClient?(options: object): PortalClient } = hasPlugin('openApi')
  ? await import(CLIENT)
  : {};

/** The client of programs, over the network. */
async function openClient(create: (options: object) => PortalClient, person: Reader, name: string): Promise<Door> {
  const portal = create({ url, key: await tokenOf(person, {}), retries: 0 });
  const refused = () => undefined;
  return {
    list: async () => {
      const records: Found[] = [];
      const read = async () => {
        for await (const record of portal.findAll(name)) records.push(record);
        return { records, total: (await portal.find(name, { perPage: 1 })).total };
      };
      return read().catch(refused);
    },
    get: (id) => portal.findOne(name, id).catch(refused),
  };
}

async function openMcp(person: Reader, name: string, mcp: 'codes' | 'names'): Promise<Door> {
  const token = await tokenOf(person, { mcp });
  const call = async (tool: string, input: object) => {
    const reply = await server.inject({
      ...{ method: 'POST', url: `${API_ROOT}/mcp`, remoteAddress: '10.8.8.8' },
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } },
    });
    const { result } = reply.json() as { result: { isError?: boolean; content: [{ text: string }] } };
    return result.isError ? undefined : JSON.parse(result.content[0].text);
  };
  return {
    async list() {
      const records: Found[] = [];
      for (let page = 1; ; page++) {
        const found = await call(`find_${name}`, { page, perPage: MAX_PAGE });
        if (!found) return undefined;
        records.push(...found.records);
        if (found.records.length < MAX_PAGE) return { records, total: found.total };
      }
    },
    get: (id) => call(`get_${name}`, { id }),
  };
}

/** Webhooks have no lists: an event sends one record. */
const openWebhook = (person: Reader, resource: string): Pick<Door, 'get'> => ({
  get: async (record_id) => (await readAsWebhook(server, person, { resource, record_id })) as Found | undefined,
});

async function openDoors(person: Reader, { resource, existingTable }: Collection): Promise<[string, Partial<Door>][]> {
  const { name } = resource;
  return [
    ...(hasPlugin('mcp')
      ? ([
          ['mcp codes', await openMcp(person, name, 'codes')],
          ['mcp names', await openMcp(person, name, 'names')],
        ] as [string, Partial<Door>][])
      : []),
    ...(hasWebhooks ? ([['webhook', openWebhook(person, name)]] as [string, Partial<Door>][]) : []),
    // Existing tables have calls of their own.
    ...(existingTable
      ? []
      : ([
          ['session', openHttp(server, person, name)],
          ['key', openHttp(withKeys(server), person, name)],
          ...(createClient ? [['client', await openClient(createClient, person, name)] as const] : []),
        ] as [string, Door][])),
  ];
}

/** Counts one probe, and keeps it if the server revealed something else than the rules. */
function probe(what: readonly unknown[], given: unknown, expected: unknown): void {
  probes += 1;
  if (JSON.stringify(given) !== JSON.stringify(expected)) leaks.push(JSON.stringify([...what, given, expected]));
}

async function tryDoor(
  collection: Collection,
  person: Reader,
  [door, { list, get }]: [string, Partial<Door>],
  ids: readonly string[],
) {
  const { resource } = collection;
  const role = roleOf(person);
  const seen = await seenIds(server, collection, ids, person);
  const reads = ['list', 'show', 'edit', ...listActionNames(resource)].some((right) => mayDo(resource, role, right));
  const closed = Object.keys(resource.fields).filter((field) => !mayRead(resource, role, field));
  const what = [door, person, resource.name];
  const listed = await list?.();
  if (list) {
    const expected = mayDo(resource, role, 'list') ? [...seen].toSorted() : undefined;
    probe([...what, 'ids'], listed?.records.map(({ id }) => id).toSorted(), expected);
    probe([...what, 'total'], listed?.total, expected?.length);
  }
  for (const id of ids) {
    const found = await get?.(id);
    probe([...what, id], found !== undefined, reads && seen.has(id));
    for (const record of [found, listed?.records.find((one) => one.id === id)])
      for (const field of record ? closed : []) probe([...what, id, field], Object.hasOwn(record ?? {}, field), false);
  }
}

describe('hidden rows and fields', () => {
  test.each(READERS)('stay hidden from %s in sessions, keys, the client, assistants and webhooks', async (person) => {
    for (const collection of server.services.collections) {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}`.execute(
        server.services.db,
      );
      const ids = rows.map(({ id }) => id);
      for (const door of await openDoors(person, collection)) await tryDoor(collection, person, door, ids);
    }
    expect(leaks.slice(0, 20)).toEqual([]);
  });

  test('are probed often enough; an assistant sees no name of a patient', async () => {
    expect(probes).toBeGreaterThan(MIN_PROBES);
    const names = await sql<{ name: string }>`select patient_name as name from appointments`.execute(
      server.services.db,
    );
    expect(names.rows.length).toBeGreaterThan(0);
    for (const { resource } of server.services.collections) {
      const all = JSON.stringify(await (await openMcp('admin', resource.name, 'codes')).list());
      for (const { name } of names.rows)
        expect([resource.name, all?.includes(name)]).not.toEqual([resource.name, true]);
    }
    console.info(`${probes} probes, ${leaks.length} leaks`);
  });
});
