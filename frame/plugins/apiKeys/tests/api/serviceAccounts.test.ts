import { expect, test } from 'vitest';
import { text, toggle } from '../../../../fields/index.ts';
import type { Fields } from '../../../../index.ts';
import { serverForAll } from '../../../../tests/api/harness.ts';
import { resourceOf } from '../../../../tests/api/resourceOf.ts';
import { API_ROOT } from '../../../../wire/call.ts';

/** Programs see open readings. */
const readings = resourceOf(
  'readings',
  { title: text({ required: true }), open: toggle({ default: true }) } as Fields,
  {
    title: '{title}',
    roles: {
      admin: { list: '/readings', can: ['list', 'create', 'edit'] },
      program: { list: '/open-readings', can: ['list', 'create', 'edit'], where: { open: true } },
    },
  } as never,
);

const server = serverForAll({}, { resources: [readings] });
const createKey = async (name: string) => {
  const body = { name, role: 'program', access: 'write', resources: [], days: 30 };
  const { http, data } = await server.as('admin', 'createApiKey', { body });
  expect(http).toBe(200);
  return data as { token: string; accountId: string; account: string };
};
const URL = `${API_ROOT}/collections/readings`;
const as = (token: string) => ({ authorization: `Bearer ${token}` });

test('shows a service account the rows of its role, and refuses it at sign-in', async () => {
  const one = await createKey('Thermometer');
  expect(one.account).toBe('Thermometer');
  const add = (token: string, payload: object) =>
    server.inject({ method: 'POST', url: URL, headers: as(token), payload });
  const admin = await server.tokenOf('admin');
  expect((await add(one.token, { title: 'Warm' })).statusCode).toBe(201);
  expect((await add(admin, { title: 'Closed', open: false })).statusCode).toBe(201);
  const titles = async (token: string) =>
    (await server.inject({ url: URL, headers: as(token) }))
      .json()
      .map(({ title }: { title: string }) => title)
      .toSorted();
  expect([await titles(one.token), await titles(admin)]).toEqual([['Warm'], ['Closed', 'Warm']]);
  const account = await server.services.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', one.accountId)
    .executeTakeFirstOrThrow();
  for (const password of ['', 'x'])
    expect((await server.call('signIn', { body: { email: account.email, password } })).http).toBe(400);
});
