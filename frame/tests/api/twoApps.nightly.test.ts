// On SQLite only: nothing here depends on the database.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { manage, read } from '../../config/permissions.ts';
import { type AnyResource, defineResource } from '../../config/resource.ts';
import { text } from '../../fields/index.ts';
import { defineServer } from '../../server/defineServer.ts';
import { serveCalls } from '../../server/http/callHandler.ts';
import { loadParts } from '../../server/loadParts.ts';
import { call, failureTexts } from '../../wire/call.ts';
import { frameCalls } from '../../wire/index.ts';
import { defineProfiles } from '../../wire/profiles.ts';
import { perApp, roleSchema } from '../../wire/roleSchema.ts';
import type { Role, RoleConfig } from '../../wire/roles.ts';
import { plugins } from '../app/server/plugins.ts';
import { serversOf } from './testServer.ts';

interface Sketch {
  name: string;
  manager: string;
  worker: string;
  /** Rights of the worker on the collection `items`. */
  can: 'read' | 'manage';
  field: string;
}

/** Creates an app with two roles, a call, a profile field and the collection `items`, whose names depend on the app. */
function sketchApp({ name, manager, worker, can, field }: Sketch) {
  const roles: Record<string, RoleConfig> = {
    [manager]: { home: '/items', manages: true },
    [worker]: { home: `/${worker}-items` },
  };
  const items = defineResource({
    name: 'items',
    icon: 'inventory',
    title: `{${field}}`,
    fields: { [field]: text({ required: true }) },
    list: { columns: [field] },
    show: { groups: { item: [field] } },
    create: { groups: [{ fields: [field] }] },
    softDelete: true,
    roles: { [manager]: manage, [worker]: can === 'read' ? read : manage },
  } as never) as unknown as AnyResource;
  const greeting = { method: 'GET', path: `/${worker}/hello`, roles: [worker as Role], data: z.string() } as const;
  const invitation = {
    method: 'POST',
    path: '/all/invite',
    roles: [manager as Role],
    body: z.object({ roles: perApp(() => z.array(roleSchema())) }),
    data: z.null(),
  } as const;
  const calls = {
    hello: call({ ...greeting, summary: 'Hello.', failure: failureTexts('errors.list') }),
    invite: call({ ...invitation, summary: 'Invite.', failure: failureTexts('errors.list') }),
  };
  const served = serveCalls(
    calls,
    { hello: async () => ({ data: name }), invite: async () => ({ data: null }) },
    { hello: null, invite: null },
  );
  const profiles = defineProfiles({ wire: { [field]: z.string() }, body: { [field]: z.string() } });
  const app = defineServer({ name, roles, profiles, calls: served, plugins });
  const { startServer } = serversOf({
    app,
    calls: { ...frameCalls, ...calls },
    people: { manager: { role: manager as Role, fullName: 'Ada' }, worker: { role: worker as Role, fullName: 'Ben' } },
    template: 'TEST_WORKSHOP',
    withOthers: () => [items],
  });
  return startServer();
}

const LIBRARY: Sketch = { name: 'Library', manager: 'librarian', worker: 'reader', can: 'read', field: 'title' };
const GARAGE: Sketch = { name: 'Garage', manager: 'boss', worker: 'mechanic', can: 'manage', field: 'plate' };

test('two apps run in one process, each with its own roles, calls, collections, profiles and audit trail', async () => {
  const servers = await Promise.all([LIBRARY, GARAGE].map(sketchApp));
  const run = async ({ name, manager, worker, can, field }: Sketch, at: number) => {
    const server = servers[at] as (typeof servers)[number];
    const other = servers[1 - at] as (typeof servers)[number];
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const tokens = { manager: await server.tokenOf('manager'), worker: await server.tokenOf('worker') };
    const ask = async (path: string, token: string, body?: object) => {
      const reply = await fetch(`${url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { http: reply.status, data: await reply.json() };
    };
    const create = (token: string, value: string) => ask('/collections/items', token, { [field]: value });

    // Rights and fields.
    const made = await Promise.all(Array.from({ length: 20 }, (_, number) => create(tokens.manager, `Item ${number}`)));
    expect(made.map(({ http }) => http)).toEqual(made.map(() => 201));
    expect((await create(tokens.worker, 'Own')).http).toBe(can === 'read' ? 403 : 201);
    const { data: list } = await ask('/collections/items', tokens.worker);
    expect(list.every((one: object) => field in one)).toBe(true);
    expect(server.services.resources[0]?.roles).toMatchObject({
      [manager]: { list: '/items', form: '/add-items' },
      [worker]: { list: `/${worker}-items` },
    });
    expect(server.services.resources[0]?.softDelete).toEqual({ forGood: [manager] });

    // Calls and tokens.
    expect((await ask(`/${worker}/hello`, tokens.worker)).data.data).toBe(name);
    expect((await ask(`/${worker}/hello`, tokens.manager)).http).toBe(403);
    expect((await ask('/collections/items', await other.tokenOf('manager'))).http).toBe(401);
    expect(Object.keys((await ask(`/${worker}/get-profile`, tokens.worker)).data.data)).toContain('fullName');
    const foreign = at === 0 ? GARAGE : LIBRARY;
    expect((await ask(`/${foreign.worker}/hello`, tokens.worker)).http).toBe(404);

    // Schemas with the names of roles.
    const invite = (role: string) => ask('/all/invite', tokens.manager, { roles: [role] });
    expect([(await invite(worker)).http, (await invite(foreign.worker)).http]).toEqual([200, 400]);
    const { data: document } = await ask('/docs/json', tokens.manager);
    expect(document.info.title).toBe(name);
    const { schema } = document.paths['/api/v1/all/invite'].post.requestBody.content['application/json'];
    expect(schema.properties.roles.items.enum).toEqual([manager, worker]);
    expect(document.paths[`/api/v1/${foreign.worker}/hello`]).toBeUndefined();
    const profile = document.paths['/api/v1/common/update-profile'].post.requestBody.content['multipart/form-data'];
    expect(Object.keys(profile.schema.properties)).toContain(field);
    expect(Object.keys(profile.schema.properties)).not.toContain(foreign.field);
    expect(server.config.mailFrom).toBe(`${name} <no-reply@localhost>`);

    // The audit trail has the changes of this app alone.
    const { data: audit } = await ask('/admin/get-audit?operation=create&resource=items', tokens.manager);
    expect(audit.data.entries).toHaveLength(can === 'read' ? 20 : 21);
    expect((await ask('/admin/get-audit', tokens.worker)).http).toBe(403);
  };
  try {
    await Promise.all([LIBRARY, GARAGE].map(run));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});

test('each app reads the files of its own folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'two-apps-'));
  const load = async (name: string, field: string) => {
    const folder = join(root, name);
    mkdirSync(join(folder, 'src/resources'), { recursive: true });
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
    const code = `import { defineResource, manage, text } from 'portal-frame';
export default defineResource({
  name: '${name}', icon: 'inventory', title: '{${field}}', fields: { ${field}: text({ required: true }) },
  list: { columns: ['${field}'] }, show: { groups: { one: ['${field}'] } }, create: { groups: [{ fields: ['${field}'] }] },
  roles: { boss: manage },
});`;
    writeFileSync(join(folder, `src/resources/${name}.ts`), code);
    const app = defineServer({ name, folder, roles: { boss: { home: `/${name}`, manages: true } } });
    return (await loadParts(app)).resources.map((one) => [one.name, one.roles['boss' as Role]?.list]);
  };
  try {
    expect(await Promise.all([load('books', 'title'), load('cars', 'plate')])).toEqual([
      [['books', '/books']],
      [['cars', '/cars']],
    ]);
    await expect(load('bikes', '')).rejects.toThrow(' src/resources/bikes.ts: found');
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('only code of the browser and the build reads the roles of a page', () => {
  const frame = join(import.meta.dirname, '../..');
  const found = globSync('{server,commands,config,fields,where,wire}/**/*.ts', { cwd: frame }).filter((file) =>
    /getPage(Roles|Profiles)\(/.test(readFileSync(join(frame, file), 'utf8')),
  );
  expect(found.toSorted()).toEqual(['config/app/pages.ts', 'config/registry.ts', 'wire/roleSchema.ts']);
});
