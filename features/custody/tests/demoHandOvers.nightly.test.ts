import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/demoStaff.ts';
import { seedCollections } from '../../../server/demo/seedCollections.ts';
import { seedDemo } from '../../../server/demo/seedDemo.ts';
import { serverForTest } from '../../../tests/api/harness.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import handOvers from '../resources/handOvers.ts';
import handOverTubes from '../resources/handOverTubes.ts';
import { findTubeCustody, verifyCustody } from '../server/verifyCustody.ts';

test('demo data has each tube that left its phlebotomist in one hand-over, with sound steps', async () => {
  const server = await serverForTest({}, withOrders(handOvers, handOverTubes));
  const { db } = server.services;
  await db.deleteFrom('accounts').execute();
  await seedDemo(server.services, (transaction) => seedCollections(server.services, transaction));
  const { data } = await server.call('signIn', { body: { email: 'admin@demo.test', password: DEMO_PASSWORD } });
  const listed = async (name: string) => {
    const headers = { authorization: `Bearer ${data.userAuthToken}` };
    return (await server.inject({ url: `/api/v1/collections/${name}?range=[0,999]`, headers })).json();
  };
  const tubes: Record<string, string | null>[] = await listed('drawnTubes');
  const given = await listed('handOvers');
  const kinds = given.map(({ state, missing }: { state: string; missing: number }) => `${state} ${missing > 0}`);
  // On its way, arrived complete, or with one missing.
  expect([...new Set(kinds)].toSorted()).toEqual(['closed false', 'closed true', 'given false']);
  const lines: { label: string; outcome: string }[] = await listed('handOverTubes');
  const left = tubes.filter(({ state }) => state !== 'drawn');
  expect(lines.map(({ label }) => label).toSorted()).toEqual(left.map(({ label }) => label).toSorted());
  const custody = await verifyCustody(db, server.config);
  expect([custody.broken, custody.findings]).toEqual([undefined, []]);
  const codes = async (state: string) => {
    const label = tubes.find((one) => one.state === state)?.label ?? '';
    return (await findTubeCustody(db, label)).map(({ code }) => code);
  };
  expect(await codes('handedOver')).toEqual(['S39', 'S41']);
  expect(await codes('missing')).toEqual(['S39', 'S41']);
  expect(await codes('rejected')).toEqual(['S39', 'S41', 'S42', 'S44']);
});
