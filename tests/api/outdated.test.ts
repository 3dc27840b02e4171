import { children, choice, type Fields, number, reference, text } from 'portal-frame';
import { resourceOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const rights = { roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } } };
/** Current configs: `supplies` was goods, `count` was quantity, and a state was removed. */
const supplies = resourceOf(
  'supplies',
  {
    item: text({ required: true }),
    count: number({ renamedFrom: ['amount', 'quantity'] }),
    state: choice({ choices: ['New', 'Old'], convert: { Ordered: 'New', Gone: null } }),
    lots: children({ resource: 'lots', field: 'supply', columns: ['code'], renamedFrom: 'batches' } as never),
  } as Fields,
  { ...rights, renamedFrom: 'goods', dropped: ['note'] },
);
const lots = resourceOf(
  'lots',
  {
    supply: reference({ to: 'supplies', text: '{item}', required: true }),
    code: text({ required: true, renamedFrom: 'label' }),
  } as Fields,
  rights,
);

const server = serverForAll({}, { resources: [supplies, lots] });
const of = (name = 'supplies') => clientOf(server, 'admin', name);

test('accepts the old names of an outdated screen', async () => {
  const sent = { item: 'Gauze', quantity: 3, state: 'Ordered', batches: [{ label: 'A' }] };
  const { http, body } = await of('goods').create(sent);
  expect([http, body]).toMatchObject([201, { item: 'Gauze', count: 3, state: 'New', lots: [{ code: 'A' }] }]);
  const changed = await of('goods').update(body.id, { version: body.version, amount: 4, state: 'Gone' });
  expect(changed.body).toMatchObject({ count: 4, state: null });
  // The current name wins.
  expect((await of().update(body.id, { count: 5, quantity: 9 })).body).toMatchObject({ count: 5 });
  expect((await of('goods').list({})).http).toBe(200);
});

test('rejects values for a removed field and stores nothing', async () => {
  const { body } = await of().create({ item: 'Tube', count: 1 });
  for (const refused of [
    await of('goods').create({ item: 'Tube', note: 'fragile' }),
    await of('goods').update(body.id, { item: 'Other', note: 'fragile' }),
  ]) {
    expect(refused.http).toBe(409);
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('Reload the page'),
      data: { errors: { note: expect.stringContaining('Reload the page') } },
    });
  }
  expect((await of().one(body.id)).body).toMatchObject({ item: 'Tube' });
  // Empty values are ignored.
  expect((await of().update(body.id, { item: 'Other', note: null })).http).toBe(200);
  expect((await of().update(body.id, { state: 'Odd' })).body.data.errors).toHaveProperty('state');
  expect((await of('goods').remove(body.id)).http).toBe(200);
});

test('rejects a visit report with a removed kind or reason', async () => {
  const { add, assign } = visitsOf(server);
  const params = { id: await add() };
  await assign(params.id);
  const report = (own: object) =>
    server.as('employee', 'reportVisit', { params, body: { key: 'a-key-of-a-phone', ...own } });
  const gone = 'Reports like this are no longer taken. Reload the page, and report it anew.';
  expect(await report({ kind: 'paused' })).toMatchObject({ http: 400, message: gone });
  const reason = await report({ kind: 'couldNotDraw', reason: 'tooFar' });
  expect(reason).toMatchObject({ http: 400, message: gone });
  expect((await report({ kind: 'done' })).http).toBe(200);
});
