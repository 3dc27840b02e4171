import { randomUUID } from 'node:crypto';
import { records, systemContext } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test } from 'vitest';
import { type Person, serverForAll } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll({}, MONEY);
const ids = { invoices: '', payouts: '' };
const PERSONS: readonly Person[] = ['admin', 'employee', 'employee2', 'laboratory', 'laboratory2'];
const DOCUMENTS = { invoices: '/invoice', payouts: '/statement' } as const;
/** People who may have the only invoice and payout. */
const OWNERS: Record<keyof typeof ids, readonly Person[]> = {
  invoices: ['admin', 'laboratory'],
  payouts: ['admin', 'employee'],
};

beforeAll(async () => {
  const api = records(systemContext(server.services));
  await api.create('prices', { kind: 'visit', amount: 42.5, from: '2026-01-01' });
  await api.create('payRates', { kind: 'visit', amount: 15, from: '2026-01-01' });
  const { add, assign, setStatus } = visitsOf(server);
  const id = await add({ patientName: 'Ann Secret', appointmentDateTime: '2026-02-05T14:00' });
  await assign(id, 'employee', { confirmed: true });
  await setStatus(id, 'Completed');
  const period = await api.findOne('periods', { where: { month: '2026-02-01' } });
  expect((await clientOf(server, 'admin', 'periods').send('POST', `/${period.id}/close`, {})).http).toBe(200);
  for (const name of ['invoices', 'payouts'] as const) ids[name] = (await api.findOne(name, {})).id;
});

async function ask(path: string, person: Person | null, payload: unknown, method: 'POST' | 'GET' | 'PUT' = 'POST') {
  const reply = await server.inject({
    method,
    url: `${API_ROOT}/documents${path}`,
    headers: {
      'content-type': 'application/json',
      ...(person && { authorization: `Bearer ${await server.tokenOf(person)}` }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return { http: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) };
}
/** An answer that gives no document away, and is no fault of the server. */
function expectRefused({ http, text, type }: Awaited<ReturnType<typeof ask>>, what: unknown) {
  expect([what, http >= 400 && http < 500]).toEqual([what, true]);
  expect(type).toContain('application/json');
  expect(text).not.toMatch(/%PDF|42\.50|15\.00|Secret|node_modules|select |at \w+ \(/);
}

test('gives each document only to the admin and its owner, in every format', async () => {
  for (const resource of ['invoices', 'payouts'] as const)
    for (const person of PERSONS)
      for (const format of ['pdf', 'csv', 'preview']) {
        const reply = await ask(`${DOCUMENTS[resource]}/${ids[resource]}/${format}`, person, {});
        if (OWNERS[resource].includes(person)) expect([person, resource, reply.http]).toEqual([person, resource, 200]);
        else expectRefused(reply, [person, resource, format]);
      }
  for (const resource of ['invoices', 'payouts'] as const)
    expect((await ask(`${DOCUMENTS[resource]}/${ids[resource]}/pdf`, null, {})).http).toBe(401);
});

test('refuses ids of another kind, guessed ids and neighbouring ids', async () => {
  const near = (id: string) =>
    Array.from(
      { length: 8 },
      (_, at) => id.slice(0, -1) + ((Number.parseInt(id.slice(-1), 16) + at + 1) % 16).toString(16),
    );
  for (const person of PERSONS) {
    for (const id of [randomUUID(), '1', '0', 'null', 'undefined', '%00', '%20', 'x'.repeat(64), ...near(ids.invoices)])
      if (id !== ids.invoices) expectRefused(await ask(`/invoice/${id}/pdf`, person, {}), [person, id]);
    expectRefused(await ask(`/statement/${ids.invoices}/pdf`, person, {}), [person, 'swapped']);
    expectRefused(await ask(`/invoice/${ids.payouts}/csv`, person, {}), [person, 'swapped']);
  }
});

test('refuses path traversal', async () => {
  const tricks = [
    ...['..%2f', '..%5c', '%2e%2e%2f', '....//', '%252e%252e%252f'].map((up) => `/${up.repeat(6)}etc%2fpasswd/pdf`),
    `/${ids.invoices}/..%2f..%2fpdf`,
    `/${ids.invoices}/exe`,
    `/${ids.invoices}/pdf%00.csv`,
    `/${ids.invoices}/PDF`,
    `/${ids.invoices}%2fpdf`,
    `/${ids.invoices}'%20or%20'1'='1/pdf`,
    `/${ids.invoices}/pdf?id=${ids.invoices}`,
    `/${ids.invoices}/pdf?resource=invoices`,
    `/${'9'.repeat(5000)}/pdf`,
    '//pdf',
  ];
  for (const trick of tricks)
    for (const person of ['employee2', 'laboratory2', 'admin'] as const)
      expectRefused(await ask(`/invoice${trick}`, person, {}), [person, trick.slice(0, 80)]);
});

test('refuses bodies that name another record', async () => {
  const bodies = [
    ...['ledgerEntries', 'accounts', 'appointments', '__proto__', 'constructor', '../invoices', ''].map((resource) => ({
      resource,
    })),
    ...[7, ['invoices'], { resource: null }, { resource: ['invoices'] }],
    { resource: 'invoices', laboratory: 'any' },
    '{"resource":"invoices","resource":"payouts","__proto__":{}}',
    '{',
    'x'.repeat(2_000_000),
  ];
  for (const body of bodies)
    expectRefused(await ask(`/invoice/${ids.invoices}/pdf`, 'admin', body), String(body).slice(0, 60));
  for (const method of ['GET', 'PUT'] as const)
    expectRefused(await ask(`/invoice/${ids.invoices}/pdf`, 'admin', {}, method), method);
});

test('names files by number and month only', async () => {
  const reply = await server.inject({
    method: 'POST',
    url: `${API_ROOT}/documents/invoice/${ids.invoices}/csv`,
    headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
    payload: {},
  });
  expect(reply.headers['content-disposition']).toBe('attachment; filename="invoice-1.csv"');
});
