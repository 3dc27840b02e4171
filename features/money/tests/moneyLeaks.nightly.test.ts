import type { Collections } from 'portal-frame';
import { getCollection } from 'portal-frame/internal/records';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import { serverForAll, type TestServer } from '../../../tests/api/harness.ts';
import { expectNoLeak, READERS } from '../../../tests/api/leaks.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({}, MONEY);
/** Closes a month: a visit of each laboratory by each employee. */
beforeAll(async () => {
  const api = records(systemContext(server.services));
  await api.create('prices', { kind: 'visit', amount: 40, from: '2026-01-01' });
  await api.create('payRates', { kind: 'visit', amount: 15, from: '2026-01-01' });
  const { add, assign, setStatus } = visitsOf(server);
  for (const [by, employee] of [
    ['laboratory', 'employee'],
    ['laboratory2', 'employee2'],
  ] as const) {
    const id = await add({ appointmentDateTime: '2026-02-05T14:00' }, by);
    await assign(id, employee, { confirmed: true });
    await setStatus(id, 'Completed');
  }
  await api.create('periods', { month: '2026-01-01' });
  const { id } = await api.findOne('periods', { where: { month: '2026-02-01' } });
  const closed = await clientOf(server, 'admin', 'periods').send('POST', `/${id}/close`, {});
  expect(closed.http).toBe(200);
});

let address = 0;
async function expectNoLeakTo(readers: readonly (typeof READERS)[number][], name: keyof Collections) {
  // An address may send 3,000 requests a minute.
  const remoteAddress = `10.0.0.${++address}`;
  const from: TestServer = { ...server, inject: (options) => server.inject({ remoteAddress, ...options }) };
  const ids = (await records(systemContext(server.services)).find(name, { perPage: 100 })).records.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  for (const person of readers) await expectNoLeak(from, getCollection(server.services, name), ids, person);
}

const TITLE = 'shows nobody hidden records, their number, or hidden fields, in any call';
test.each(['invoices', 'payouts', 'periods'] as const)(`%s: ${TITLE}`, (name) => expectNoLeakTo(READERS, name));
test.each(['employee', 'laboratory', 'laboratory2'] as const)(`ledgerEntries, %s: ${TITLE}`, (person) =>
  expectNoLeakTo([person], 'ledgerEntries'),
);
