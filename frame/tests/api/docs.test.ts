// On SQLite only: nothing here depends on the database.
// The examples of the docs that no example app holds (frame/tests/docs).
import { expect, test } from 'vitest';
import type { AnyResource } from '../../config/resource.ts';
import publicPages from '../../plugins/publicPages/server/index.ts';
import tracking from '../../plugins/publicPages/tests/docs/tracking.ts';
import { addPlugins } from '../../server/addPlugins.ts';
import { languages } from '../../server/base/languages.ts';
import { frameCalls } from '../../wire/index.ts';
import { countByState } from '../docs/countByState.ts';
import motto from '../docs/motto.ts';
import notifications from '../docs/notifications.ts';
import parcels from '../docs/parcels.ts';
import sendParcel from '../docs/sendParcel.ts';
import visits from '../docs/visits.ts';
import walks from '../docs/walks.ts';
import { clientOf } from './client.ts';
import { withOwn } from './harness.ts';
import { serversOf } from './testServer.ts';

const texts = { 'tracking.title': 'Your parcel' };
for (const language of ['en', 'es']) languages.set(language, { ...languages.get(language), ...texts });

const people = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  northside: { role: 'branch', fullName: 'Northside' },
} as const;
const resources = [notifications, parcels, walks] as unknown as AnyResource[];
const template = 'TEST_WORKSHOP';
const app = addPlugins({ ...visits, plugins: [motto, publicPages, tracking] });
const { serverForTest } = serversOf({ app, calls: frameCalls, people, template, withOthers: withOwn });

test('runs the examples of the docs', async () => {
  const server = await serverForTest(
    { MOTTO: 'Bring it back' },
    { resources, endpoints: { sendParcel: sendParcel as never } },
  );
  const { services, inject } = server;
  const admin = (name: string) => clientOf(server, 'admin', name);

  // docs/plugins.md
  expect((await inject({ url: '/api/v1/motto' })).json()).toEqual({ motto: 'Bring it back' });

  // docs/records-api.md and docs/public-pages.md
  const authorization = `Bearer ${await server.tokenOf('admin')}`;
  const headers = { authorization };
  const sent = await inject({ method: 'POST', url: '/api/v1/parcels/packed', headers, payload: { code: 'P1' } });
  expect(sent.json().data.id).toEqual(expect.any(String));
  expect(await countByState(services)).toEqual([{ state: 'Packed', count: 1 }]);
  const pages = await Promise.all(['P1', 'P2'].map((code) => inject({ url: `/tracking/${code}` })));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
  expect(pages[0]?.body).toContain('<p>Packed</p>');

  // docs/new-app.md and frame/README.md
  const tables = await services.db.introspection.getTables();
  expect(tables.map(({ name }) => name)).toContain('visits');
  expect((await admin('walks').send('POST', '', { dog: 'Rex', on: '2026-11-28' })).body).toMatchObject({
    state: 'Booked',
  });
});
