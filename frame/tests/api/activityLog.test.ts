import { beforeEach, describe, expect, test } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import { manage } from '../../config/permissions.ts';
import { defineResource } from '../../config/resource.ts';
import { text } from '../../fields/index.ts';
import type { ActivityEntry } from '../../server/activity/activityLog.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { defineServer } from '../../server/defineServer.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import { frameCalls } from '../../wire/index.ts';
import type { RoleConfig } from '../../wire/roles.ts';
import { clientOf } from './client.ts';
import { serversOf } from './testServer.ts';

const roles: Record<string, RoleConfig> = { admin: { home: '/things', manages: true } };
const things = defineResource({
  name: 'things',
  icon: 'inventory',
  fields: { title: text({ required: true }) },
  roles: { admin: manage },
} as never);

const entries: ActivityEntry[] = [];
/** Makes the log refuse entries. */
const refusal: { cause?: Error | undefined } = {};
const keep = async (...added: ActivityEntry[]) => {
  if (refusal.cause) throw refusal.cause;
  entries.push(...added);
};
const log = defineServerPlugin(definePlugin({ name: 'notebook', frame: '^0.1' }), {
  activityLog: () => ({
    append: (_db, added) => keep(...added),
    write: (entry) => keep(entry),
    writeSoon: (entry) => keep(entry),
    flush: async () => {},
  }),
});
const start = (name: string, plugins: NonNullable<Parameters<typeof defineServer>[0]['plugins']>) =>
  serversOf({
    app: defineServer({ name, roles, plugins }),
    calls: frameCalls,
    people: { admin: { role: 'admin' as never, fullName: 'Ada' } },
    template: 'TEST_WORKSHOP',
    withOthers: () => [things as never],
  }).serverForAll();
const brief = () => entries.map(({ operation, resource, details }) => ({ operation, resource, ...details }));

beforeEach(() => {
  delete refusal.cause;
});

describe('the log of a plug-in', () => {
  const server = start('Logged', [log]);
  const admin = () => clientOf(server as never, 'admin' as never, 'things');
  beforeEach(async () => {
    await server.tokenOf('admin' as never);
    entries.length = 0;
  });

  test('receives changes, reads and refusals of requests, and changes by code', async () => {
    await admin().create({ title: 'One' });
    await admin().list({});
    expect((await admin().create({ title: '' })).http).toBe(400);
    await records(systemContext(server.services, 'a job')).create('things' as never, { title: 'Two' } as never);
    expect(brief()).toMatchObject([
      { operation: 'create', resource: 'things', fields: ['title'] },
      { operation: 'list', resource: 'things', count: 1 },
      { operation: 'refused', resource: 'things', asked: 'create', code: 400 },
      { operation: 'create', resource: 'things', actor: 'a job', fields: ['title'] },
    ]);
  });

  test('rolls back a change that it refuses, and hides a list', async () => {
    const { body: before } = await admin().list({});
    refusal.cause = new Error('the notebook is full');
    expect((await admin().create({ title: 'Lost' })).http).toBe(500);
    expect((await admin().list({})).http).toBe(500);
    delete refusal.cause;
    expect((await admin().list({})).body).toEqual(before);
  });
});

describe('without such a plug-in', () => {
  const server = start('Silent', []);

  test('changes and reads work', async () => {
    const admin = clientOf(server as never, 'admin' as never, 'things');
    expect((await admin.create({ title: 'One' })).http).toBe(201);
    expect((await admin.list({})).body).toMatchObject([{ title: 'One' }]);
  });
});

test('two plug-ins with a log are refused', () => {
  const other = { ...log, plugin: { ...log.plugin, name: 'diary' } };
  expect(() => defineServer({ name: 'Both', roles, plugins: [log, other] })).toThrow(
    '"notebook" and "diary" both have activityLog',
  );
});
