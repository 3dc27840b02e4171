// Random numbers, the clock and the network are the seed's, so that one seed gives one trace.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Compilable } from 'kysely';
import { type AnyResource, text } from 'portal-frame';
import { ignoreOutput } from 'portal-frame/testing/output';
import { vi } from 'vitest';
import { deployed, receiver } from './receiver.ts';
import { fillRandom, nextInt, nextUuid } from './seeded.ts';

// The bucket fails now and then, on purpose.
ignoreOutput('Files could not be removed, and the removal is tried again');

type ServerApp = { plugins?: { plugin: { resources?: AnyResource[] | undefined } }[] | undefined };

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  const seeded = {
    randomBytes: (size: number) => fillRandom(Buffer.alloc(size)),
    randomFillSync: fillRandom,
    randomUUID: nextUuid,
    randomInt: (least: number, end?: number) => (end === undefined ? nextInt(least) : least + nextInt(end - least)),
  };
  return { ...real, ...seeded, default: { ...real, ...seeded } };
});
Object.defineProperty(globalThis, 'crypto', {
  value: { subtle: crypto.subtle, getRandomValues: fillRandom, randomUUID: nextUuid },
});

/** A wait of the server ends at once. */
vi.mock('node:timers/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:timers/promises')>();
  return { ...real, setTimeout: (_: number, value?: unknown) => real.setImmediate(value) };
});
vi.mock('@aws-sdk/client-s3', () => {
  const command = (name: string) =>
    class {
      readonly send: () => Promise<object>;
      constructor(input: object) {
        this.send = () => receiver.bucket(name, input);
      }
    };
  return {
    S3Client: class {
      send = (made: { send(): Promise<object> }) => made.send();
    },
    ...{ PutObjectCommand: command('PutObject'), GetObjectCommand: command('GetObject') },
    ...{ DeleteObjectCommand: command('DeleteObject'), ListObjectsV2Command: command('ListObjectsV2') },
  };
});
/** The phones take turns in one process. The vault of each is opened once, as on a phone. */
vi.mock('../../frame/device/vault.ts', async (importOriginal) => {
  const real = await importOriginal<{ getVault(): Promise<object> }>();
  const known = new WeakMap<IDBFactory, Promise<object>>();
  return {
    getVault() {
      const vault = known.get(indexedDB) ?? real.getVault();
      known.set(indexedDB, vault);
      return vault;
    },
  };
});
/** No power cut is simulated, and long reads need no threads of their own. */
vi.mock('../../frame/server/db/sqlite/fileFlusher.ts', () => ({
  createFileFlusher: () => ({ flush: async () => undefined, close: async () => undefined }),
}));
vi.mock('../../frame/server/db/sqlite/readerPool.ts', async (importOriginal) => {
  const { createReaderPool } = await importOriginal<{ createReaderPool(run: object, more: object): unknown }>();
  return {
    createReaderPool,
    createThreadReaders(file: string) {
      let connection: DatabaseSync | undefined;
      const run = async (query: Compilable) => {
        const { sql, parameters } = query.compile();
        connection ??= new DatabaseSync(file, { readOnly: true });
        return connection.prepare(sql).all(...(parameters as SQLInputValue[]));
      };
      return createReaderPool(run, { close: async () => connection?.close(), isBusy: () => false });
    },
  };
});
vi.mock('../../frame/plugins/automations/server/postWebhook.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  async postWebhook(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
    const status = receiver.receive(new URL(url).pathname, headers, body);
    if (status === 0) throw Object.assign(new Error('WEBHOOK_TIMEOUT'), { code: 'WEBHOOK_TIMEOUT' });
    return status;
  },
}));

vi.mock('../../frame/server/records/schema/loadResources.ts', async (importOriginal) => {
  const real = await importOriginal<{ loadResources(app: ServerApp): Promise<unknown> }>();
  const addComment = (resource: AnyResource) =>
    resource.name === 'timeOff'
      ? {
          ...resource,
          fields: { ...resource.fields, comment: text({ most: 50 }) },
          list: { ...resource.list, search: ['reason', 'comment'] },
        }
      : resource;
  return {
    ...real,
    async loadResources(app: ServerApp) {
      const owner = app.plugins?.find(({ plugin }) => plugin.resources?.some(({ name }) => name === 'timeOff'))?.plugin;
      if (!owner || !deployed.hasComment) return real.loadResources(app);
      const given = owner.resources;
      owner.resources = given?.map(addComment) as AnyResource[];
      return real.loadResources(app).finally(() => {
        owner.resources = given;
      });
    },
  };
});
/** The files of one version of the configs are read once. */
vi.mock('../../frame/server/loadParts.ts', async (importOriginal) => {
  const real = await importOriginal<{ loadParts(app: object): Promise<unknown> }>();
  const known = new Map<boolean, Promise<unknown>>();
  return {
    loadParts(app: object) {
      const { hasComment } = deployed;
      const parts = known.get(hasComment) ?? real.loadParts(app);
      known.set(hasComment, parts);
      return parts;
    },
  };
});
/** The page of the API is not read, so the schemas of a version are described once. */
vi.mock('../../frame/server/records/routes/recordSchemas.ts', async (importOriginal) => {
  const real = await importOriginal<{ describeResource(resource: object, ...more: unknown[]): object }>();
  const known = new WeakMap<object, object>();
  return {
    ...real,
    describeResource(resource: object, ...more: unknown[]) {
      const schemas = known.get(resource) ?? real.describeResource(resource, ...more);
      known.set(resource, schemas);
      return schemas;
    },
  };
});
