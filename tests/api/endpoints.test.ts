// On SQLite only: nothing here depends on the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyResource } from 'portal-frame';
import type { ConfigError } from 'portal-frame/internal';
import { loadEndpoints } from 'portal-frame/internal/server';
import { documentOf } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import app from '../../server/app.ts';
import tubes from '../fixtures/tubes.ts';
import waitingTubes from '../fixtures/waitingTubes.ts';
import { hasPlugin, type Person, serverForAll, startServer } from './harness.ts';
import { clientOf } from './supplies.ts';

const server = serverForAll({}, { resources: [tubes as unknown as AnyResource], endpoints: { waitingTubes } });

async function ask(person: Person | undefined, query: string) {
  const token = person && (await server.tokenOf(person));
  const url = `${API_ROOT}/tubes/waiting${query}`;
  const reply = await server.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
  return { http: reply.statusCode, body: reply.json() };
}

test('serves a custom endpoint with validation and roles (spec 13.7)', async () => {
  await clientOf(server, 'admin', 'tubes').create({ barcode: 'W-1' });
  expect(await ask('laboratory', '?state=Collected')).toMatchObject({
    http: 200,
    body: { status: true, data: { count: 1 } },
  });
  expect((await ask('laboratory', '')).http).toBe(400);
  expect((await ask('employee', '?state=Collected')).http).toBe(403);
  expect((await ask(undefined, '?state=Collected')).http).toBe(401);
  if (hasPlugin('openApi')) {
    const { paths } = await documentOf(server.app);
    expect(paths[`${API_ROOT}/tubes/waiting`].get.summary).toBe('How many tubes are in a state.');
  }
  await expect
    .poll(async () => (await server.as('admin', 'audit')).data.entries)
    .toContainEqual(expect.objectContaining({ operation: 'read', resource: 'waitingTubes' }));
});

test('refuses an endpoint at the path of another call', async () => {
  const path = '/admin/get-audit';
  const clash = { ...waitingTubes, call: { ...waitingTubes.call, path } };
  await expect(startServer({}, { endpoints: { clash } })).rejects.toThrow(
    `server/endpoints/clash.ts: call.path: found "${path}", expected one that no other call has.`,
  );
});

test('names the file of an invalid endpoint', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-endpoints-'));
  writeFileSync(join(folder, 'a.ts'), 'export const x = 1;');
  writeFileSync(
    join(folder, 'b.ts'),
    "export default { call: { method: 'PUT', path: 'stock', roles: ['boss'] }, handle() {} };",
  );
  const errors = await loadEndpoints(app, folder).then(
    () => [],
    (cause: ConfigError) => cause.errors.map((error) => error.replace(/^.*\//, '')),
  );
  rmSync(folder, { recursive: true });
  expect(errors[0]).toContain('found no default export with call and handle');
  expect(errors.slice(1)).toHaveLength(3);
});
