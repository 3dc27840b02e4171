// On SQLite only: nothing here depends on the database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CollectionTypes, createClient, PortalError } from 'portal-frame/plugins/openApi/client';
import { renderClientTypes } from 'portal-frame/plugins/openApi/testing';
import { getPageRoles } from 'portal-frame/roles';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import businessProfile from '../../src/resources/businessProfile.ts';
import supplies from '../fixtures/supplies.ts';
import tubes from '../fixtures/tubes.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { createApiKey } from './keys.ts';

interface Supply {
  id: string;
  version: number;
  item: string;
  quantity: number | null;
  state: 'In stock' | 'Ordered' | null;
}
interface Collections {
  supplies: CollectionTypes & { record: Supply; create: Partial<Supply>; update: Partial<Supply> };
}

let url: string;
let key: string;
const server = serverForAll({}, { resources: [supplies] as never });
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  key = hasPlugin('apiKeys') ? (await createApiKey(server, 'admin')).token : await server.tokenOf('admin');
});

/** Loses the replies of the first `count` requests, after the server has handled them. */
const losing = (count: number): typeof fetch => {
  let lost = 0;
  return async (...asked) => {
    const reply = await fetch(...asked);
    if (lost++ >= count) return reply;
    await reply.text();
    throw new TypeError('fetch failed');
  };
};
const connect = (options: object = {}) => createClient<Collections>({ url, key, ...options });

test('creates, reads, changes and deletes records with a key', async () => {
  const portal = connect();
  const gauze = await portal.create('supplies', { item: 'Gauze', quantity: 3 });
  await portal.create('supplies', { item: 'Tape', quantity: 30 });
  const { records, total } = await portal.find('supplies', {
    where: { quantity: { lt: 10 } },
    sort: { field: 'quantity', order: 'ASC' },
  });
  expect([records.map(({ item }) => item), total]).toEqual([['Gauze'], 1]);
  expect((await portal.find('supplies', { search: 'tap' })).records).toHaveLength(1);
  expect((await portal.find('supplies', { page: 2, perPage: 1 })).records[0]?.item).toBe('Tape');
  const changed = await portal.update('supplies', gauze.id, { quantity: 5, version: gauze.version });
  expect(await portal.findOne('supplies', gauze.id)).toMatchObject({ quantity: 5, version: changed.version });
  await portal.delete('supplies', gauze.id);
  const missing = await portal.findOne('supplies', gauze.id).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(PortalError);
  expect(missing).toMatchObject({ status: 404 });
});

test('names the fields of a refusal, in the chosen language', async () => {
  const refused = await connect({ language: 'es' })
    .create('supplies', {})
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 400, errors: { item: expect.stringMatching(/obligatori/i) } });
});

test('repeats a change whose reply was lost, without making it twice', async () => {
  const made = await connect({ fetch: losing(1) }).create('supplies', { item: 'Lancets' });
  const { total } = await connect().find('supplies', { where: { item: 'Lancets' } });
  expect([made.item, total]).toEqual(['Lancets', 1]);
  const lost = await connect({ fetch: losing(9), retries: 0 })
    .create('supplies', { item: 'x' })
    .catch((e: unknown) => e);
  expect(lost).toMatchObject({ status: 0 });
});

test('waits as long as a rate limit says', async () => {
  const replies = [new Response('{}', { status: 429, headers: { 'retry-after': '0' } })];
  const limited: typeof fetch = async (...asked) => replies.pop() ?? fetch(...asked);
  expect((await connect({ fetch: limited }).find('supplies')).total).toBeGreaterThan(0);
});

test('reads more records than a page holds', async () => {
  const portal = connect();
  const ids = new Set<string>();
  const wanted = 1_003;
  const bulk = Array.from({ length: wanted }, (_, at) => ({ item: `Bulk ${at}`, state: 'Ordered' }));
  await records(systemContext(server.services)).createMany('supplies' as never, bulk as never);
  for await (const { id } of portal.findAll('supplies', { where: { state: 'Ordered' } })) ids.add(id);
  expect(ids.size).toBe(wanted);
});

test('polls each version of a record once, until it is ended', async () => {
  const portal = connect();
  const ending = new AbortController();
  const seen: string[] = [];
  const first = await portal.create('supplies', { item: 'Watched 1' });
  const options = { since: new Date().toISOString(), pollMs: 20, signal: ending.signal };
  const polling = (async () => {
    for await (const { item, version } of portal.pollChanges('supplies', options)) seen.push(`${item} v${version}`);
  })();
  await portal.create('supplies', { item: 'Watched 2' });
  await expect.poll(() => seen).toContain('Watched 2 v1');
  await portal.update('supplies', first.id, { quantity: 1 });
  await expect.poll(() => seen).toContain('Watched 1 v2');
  ending.abort();
  await polling;
  expect(seen.filter((one) => one.startsWith('Watched 2'))).toEqual(['Watched 2 v1']);
});

test('uploads files and calls other endpoints', async () => {
  const { data } = await connect().call<{ data: { fullName: string } }>('GET', '/admin/get-profile');
  expect(data.fullName).toBe('Ada Admin');
  const upload = connect().upload('supplies', 'item', new Blob(['x']), 'x.txt');
  expect(await upload.catch((error: unknown) => error)).toMatchObject({ status: 404 });
});

test('has its own types, with the fields that a role may use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-client-'));
  try {
    const resources = [supplies, tubes, businessProfile] as never;
    const source = readFileSync('frame/plugins/openApi/client/portalClient.ts', 'utf8');
    for (const role of [undefined, 'laboratory'] as const)
      writeFileSync(
        join(folder, `${role ?? 'all'}.ts`),
        `${source}\n${renderClientTypes(resources, getPageRoles().names, role)}`,
      );
    writeFileSync(
      join(folder, 'use.ts'),
      `import { createClient, type PortalCollections } from './all.ts';
import type { PortalCollections as OfLaboratory } from './laboratory.ts';
const portal = createClient<PortalCollections>({ url: 'https://portal.example.com', key: 'key' });
export const fine = async () => {
  const { records } = await portal.find('supplies', { where: { state: ['Ordered'], 'laboratory.fullName': 'x' } });
  const quantity: number | null | undefined = records[0]?.quantity;
  await portal.transition('tubes', 'id', 'reject', { reason: 'Clotted' });
  await portal.create('supplies', { item: 'Gauze' });
  return quantity;
};
export const wrong = async () => {
  // @ts-expect-error: no such collection
  await portal.find('moons');
  // @ts-expect-error: no such state
  await portal.find('supplies', { where: { state: 'Lost' } });
  // @ts-expect-error: a required field is missing
  await portal.create('supplies', { quantity: 1 });
  // @ts-expect-error: no such transition
  await portal.transition('tubes', 'id', 'drink');
  // @ts-expect-error: a reason is required
  await portal.transition('tubes', 'id', 'reject', {});
};
export const phone = (one: PortalCollections['businessProfile']['record']): string | null | undefined => one.phone;
type Has<T, K> = K extends keyof T ? true : false;
export const hidden: [Has<OfLaboratory, 'businessProfile'>, Has<PortalCollections, 'businessProfile'>] = [false, true];
// @ts-expect-error: a laboratory creates no supplies
export const create: OfLaboratory['supplies']['create'] = { item: 'Gauze' };
`,
    );
    // The example of docs/programs.md, which is its only place.
    const [, example = ''] =
      /<!-- copied: usePortal.ts -->\n```ts\n([\s\S]*?)```/.exec(readFileSync('docs/programs.md', 'utf8')) ?? [];
    expect(example).toContain('createClient');
    writeFileSync(
      join(folder, 'documented.ts'),
      `declare const process: { env: Record<string, string | undefined> };\n${example.replace('portalClient', 'all')}`,
    );
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'esnext',
      '--module',
      'preserve',
      '--lib',
      'esnext,dom,dom.asynciterable',
    ];
    const more = ['--allowImportingTsExtensions', '--exactOptionalPropertyTypes', 'use.ts', 'documented.ts'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...flags, ...more], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
