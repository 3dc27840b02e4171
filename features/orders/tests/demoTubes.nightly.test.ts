import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/demoStaff.ts';
import { seedCollections } from '../../../server/demo/seedCollections.ts';
import { seedDemo } from '../../../server/demo/seedDemo.ts';
import { serverForTest } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { getPartResources } from '../../../tests/api/partResources.ts';

test('shows tubes in every state, one late, and a redraw for each rejected one (spec 17.8)', async () => {
  const server = await serverForTest({}, withOrders(...getPartResources('custody')));
  await server.services.db.deleteFrom('accounts').execute();
  const { db } = server.services;
  let visits: { id: string }[] = [];
  await seedDemo(server.services, async (transaction) => {
    visits = await transaction.selectFrom('appointments').select('id').execute();
    await seedCollections(server.services, transaction);
  });
  const { data } = await server.call('signIn', { body: { email: 'admin@demo.test', password: DEMO_PASSWORD } });
  const listed = async (name: string, filter: object) => {
    const query = `range=[0,999]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const headers = { authorization: `Bearer ${data.userAuthToken}` };
    return (await server.inject({ url: `/api/v1/collections/${name}?${query}`, headers })).json();
  };
  const tubes: Record<string, string | null>[] = await listed('drawnTubes', {});
  for (const state of ['received', 'handedOver', 'missing', 'accepted', 'rejected'])
    expect([state, tubes.some((tube) => tube.state === state)]).toEqual([state, true]);
  const [first] = tubes;
  expect(Date.parse(first?.due ?? '')).toBeLessThan(Date.now());
  const redraws = await listed('testOrders', { redraw: true });
  const rejected = tubes.filter(({ state }) => state === 'rejected');
  expect(rejected.map(({ redraw }) => redraw).toSorted()).toEqual(
    redraws.map(({ id }: { id: string }) => id).toSorted(),
  );
  const after = await db.selectFrom('appointments').select('id').where('employee_id', 'is', null).execute();
  const before = new Set(visits.map(({ id }) => id));
  expect(after.filter(({ id }) => !before.has(id))).toHaveLength(redraws.length);
});
