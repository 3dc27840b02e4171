import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnyResource, choice, defineResource, me, reference, text } from 'portal-frame';
import { createOutbox, languages, loadJobs, loadResources } from 'portal-frame/internal/server';
import {
  checkAutomationParts,
  isAllowedUrl,
  isPublicAddress,
  listAutomations,
  postWebhook,
} from 'portal-frame/plugins/automations/testing';
import { getPageRoles } from 'portal-frame/roles';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import app from '../../server/app.ts';
import { hasPlugin, type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { readTrail } from './trail.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
interface Received {
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: { action?: string; record: Record<string, unknown> } };
}

/** A receiver whose behaviour the tests choose. */
const ok: Answer = (_request, response) => void response.writeHead(204).end();
let answer: Answer = ok;
let received: Received[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers as Record<string, string>, body, event: JSON.parse(body) });
  answer(request, response, body);
});
let url = '';
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received = [];
  answer = ok;
});

const fields = ['title', 'laboratory', 'cost', 'state'] as const;
/** Laboratories see their own parcels, without the cost. */
const parcels = defineResource({
  name: 'parcels',
  icon: 'inventory',
  fields: {
    title: text({ required: true }),
    laboratory: reference({ to: 'laboratories', text: '{fullName}' }),
    cost: text({ read: ['admin'] }),
    state: choice({ choices: ['Packed', 'Sent'] }),
  },
  states: { field: 'state', start: 'Packed', transitions: { ship: { from: 'Packed', to: 'Sent' } } },
  list: { columns: ['title'] },
  title: '{title}',
  show: { groups: [{ label: 'Parcel', fields }] },
  create: { groups: [{ label: 'Parcel', fields: ['title', 'laboratory', 'cost'] }] },
  on: { create: true, update: ['title', 'laboratory'], transition: ['ship'] },
  roles: {
    admin: { list: '/parcels', form: '/add-parcel', can: ['list', 'show', 'create', 'edit', 'ship'] },
    laboratory: { list: '/laboratory-parcels', can: ['list', 'show'], where: { laboratory: me } },
  },
});
const env = { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' };
const TIMEOUT_MS = 60_000;
const server = serverForAll(env, { resources: [parcels as unknown as AnyResource], webhookTimeoutMs: TIMEOUT_MS });
const { name } = parcels;
let count = 0;

async function createWebhook(person: Person = 'admin', own: object = {}) {
  const body = { name: 'Receiver', url, accountId: server.ids[person], resources: [name], ...own };
  const { http, data } = await server.as('admin', 'createWebhook', { body });
  expect(http).toBe(200);
  return data as { _id: string; secret: string };
}
const end = (id: string) => server.as('admin', 'endWebhook', { params: { id } });
const client = () => clientOf(server, 'admin', name);
const add = async (own: object = {}) =>
  (await client().create({ title: `Parcel ${count++}`, ...own })).body.id as string;
const deliveries = (id: string) =>
  server.services.db
    .selectFrom('event_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('record_id')
    .orderBy('seq')
    .execute();
const waiting = async (id: string) => (await deliveries(id)).filter(({ state }) => state === 'waiting').length;
/** Lets what waits be tried at once. */
async function retry(outbox = server.services.outbox) {
  const { db } = server.services;
  await db.updateTable('outbox').set({ next_at: 0, locked_until: 0 }).execute();
  await db.updateTable('webhooks').set({ paused_until: 0 }).execute();
  outbox.wake();
}
async function untilSent(id: string) {
  await vi.waitFor(
    async () => {
      await retry();
      expect(await waiting(id)).toBe(0);
    },
    { timeout: 30_000, interval: 200 },
  );
}
const eventsOf = (id: string) =>
  received
    .filter(({ event }) => event.data.record.id === id)
    .map(({ event }) => `${event.type} ${event.data.action ?? ''}`.trim());

test('sends creates, updates of named fields and transitions, signed and in order', async () => {
  const { _id, secret } = await createWebhook();
  const id = await add({ cost: '7' });
  await client().update(id, { title: 'Renamed' });
  await client().update(id, { cost: '8' });
  expect((await client().send('POST', `/${id}/ship`, {})).http).toBe(200);
  await untilSent(_id);
  expect(eventsOf(id)).toEqual(['parcels.create', 'parcels.update', 'parcels.transition ship']);
  for (const { headers, body } of received) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  const [{ body, headers }] = received as [Received];
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  expect(new Set(received.map((one) => one.headers['webhook-id'])).size).toBe(3);
  await end(_id);
});

test('sends no event again that another server has sent meanwhile', async () => {
  const { _id } = await createWebhook();
  // This server's lock ran out while the receiver kept it waiting; the other one was answered.
  answer = async (_request, response) => {
    await server.services.db.updateTable('event_deliveries').set({ state: 'sent' }).execute();
    response.writeHead(500).end();
  };
  await add();
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await untilSent(_id);
  const { failures } = await server.services.db
    .selectFrom('webhooks')
    .select('failures')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  expect([failures, received.length]).toEqual([1, 1]);
  await end(_id);
});

test('sends only records and fields that the account may see', async () => {
  const { _id } = await createWebhook('laboratory');
  const [own, foreign] = [
    await add({ laboratory: server.ids.laboratory, cost: 'secret' }),
    await add({ laboratory: server.ids.laboratory2, cost: 'secret' }),
  ];
  await untilSent(_id);
  expect([eventsOf(own), eventsOf(foreign)]).toEqual([['parcels.create'], []]);
  expect(JSON.stringify(received)).not.toContain('secret');
  const states = (await deliveries(_id)).map(({ record_id, state }) => [record_id, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [own, 'sent'],
      [foreign, 'skipped'],
    ]),
  );
  await end(_id);
});

/** Each fault lasts for some requests, then the receiver recovers. */
const FAULTS: Record<string, Answer> = {
  'answers 500': (_request, response) => void response.writeHead(500).end('no'),
  'redirects to itself': (_request, response) => void response.writeHead(307, { location: url }).end(),
  'redirects to a private address': (_request, response) =>
    void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  hangs: () => undefined,
  'closes the connection': (request) => void request.socket.destroy(),
  'answers with something that is not HTTP': (request) => void request.socket.end('SSH-2.0-OpenSSH\r\n'),
  'claims success and stops in the middle': (_request, response) => {
    response.writeHead(500, { 'content-length': 1000 });
    response.write('x');
    response.socket?.destroy();
  },
};

describe.each(Object.entries(FAULTS))('receiver that %s', (_, fault) => {
  test('gets every event at least once, in order per record, when it recovers', async () => {
    const { _id } = await createWebhook();
    // A busy machine needs longer to answer, and would then get an event twice.
    const { config } = server.services;
    config.webhookTimeoutMs = 300;
    onTestFinished(() => {
      config.webhookTimeoutMs = TIMEOUT_MS;
    });
    let faults = 4;
    answer = (...asked) => (faults-- > 0 ? fault(...asked) : ok(...asked));
    const ids = [await add(), await add()];
    for (const id of ids) await client().update(id, { title: `Later ${id}` });
    for (const id of ids) await client().send('POST', `/${id}/ship`, {});
    await untilSent(_id);
    for (const id of ids) {
      const firsts = [...new Set(eventsOf(id))];
      expect(firsts).toEqual(['parcels.create', 'parcels.update', 'parcels.transition ship']);
    }
    expect((await deliveries(_id)).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
    expect(received.every(({ headers }) => headers['webhook-id'] && headers['user-agent'])).toBe(true);
    await end(_id);
  }, 60_000);
});

test('sends each event once and in order with two servers', async () => {
  const { _id } = await createWebhook();
  answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 5);
  const other = createOutbox();
  const log = { warn() {}, error() {}, info() {} } as never;
  other.start(server.services, log);
  const ids = await Promise.all(Array.from({ length: 8 }, () => add()));
  for (const round of [1, 2, 3])
    await Promise.all(ids.map((id) => client().update(id, { title: `Round ${round} ${id}` })));
  await vi.waitFor(
    async () => {
      await retry(other);
      await retry();
      expect(await waiting(_id)).toBe(0);
    },
    { timeout: 30_000, interval: 200 },
  );
  await other.stop();
  for (const id of ids)
    expect(eventsOf(id)).toEqual(['parcels.create', 'parcels.update', 'parcels.update', 'parcels.update']);
  const seqs = (await deliveries(_id)).map(({ seq, tries }) => [seq, tries]);
  expect(seqs).toHaveLength(32);
  await end(_id);
}, 60_000);

test('gives up an event after three days, and sends the next one', async () => {
  const { _id } = await createWebhook();
  answer = (_request, response) => void response.writeHead(500).end();
  const id = await add();
  await vi.waitFor(async () => expect(received.length).toBeGreaterThan(0));
  const { db } = server.services;
  await vi.waitFor(async () => expect((await deliveries(_id))[0]?.locked_until).toBe(0));
  await db.updateTable('event_deliveries').set({ expires_at: 1 }).where('webhook_id', '=', _id).execute();
  answer = ok;
  await client().update(id, { title: 'Next' });
  await untilSent(_id);
  expect((await deliveries(_id)).map(({ state }) => state)).toEqual(['failed', 'sent']);
  await end(_id);
});

test('signs with a new secret at once, and with the former one for a day', async () => {
  const { _id, secret } = await createWebhook();
  const rotated = (await server.as('admin', 'rotateWebhookSecret', { params: { id: _id } })).data.secret as string;
  await add();
  await untilSent(_id);
  const [{ body, headers }] = received as [Received];
  for (const one of [secret, rotated]) expect(() => new Webhook(one).verify(body, headers)).not.toThrow();
  const stored = JSON.stringify(await server.services.db.selectFrom('webhooks').selectAll().execute());
  expect(stored).not.toContain(secret.slice(6, 30));
  await end(_id);
});

test('shows each event in the log, from which it can be sent again', async () => {
  const { _id } = await createWebhook();
  const id = await add();
  await untilSent(_id);
  const log = async () => (await server.as('admin', 'webhookDeliveries', { params: { id: _id } })).data;
  const [entry] = await log();
  expect(entry).toMatchObject({ event: 'parcels.create', recordId: id, state: 'sent', tries: 1, error: null });
  await server.as('admin', 'replayDelivery', { params: { id: entry._id } });
  await untilSent(_id);
  expect(eventsOf(id)).toEqual(['parcels.create', 'parcels.create']);
  expect(await log()).toHaveLength(2);
  await end(_id);
});

test('sends an event again while its record changes, and once for two requests', async () => {
  const { _id } = await createWebhook();
  const id = await add();
  await untilSent(_id);
  const [entry] = await deliveries(_id);
  const asked = Array.from({ length: 6 }, (_, round) => [
    server.as('admin', 'replayDelivery', { params: { id: entry?.id ?? '' } }),
    client().update(id, { title: `Round ${round} of ${id}` }),
  ]);
  const replies = await Promise.all(asked.flat());
  expect(replies.map(({ http }) => http)).toEqual(Array(12).fill(200));
  await untilSent(_id);
  expect(await deliveries(_id)).toHaveLength(13);
  await end(_id);
});

test('records each disclosure in the audit trail', async () => {
  const { _id } = await createWebhook('laboratory', { name: 'LIS' });
  const id = await add({ laboratory: server.ids.laboratory });
  await untilSent(_id);
  const rows = await readTrail(server, { record_id: id });
  expect(rows).toContainEqual(
    expect.objectContaining({ deed: 'export', account_id: server.ids.laboratory, details: '{"webhook":"LIS"}' }),
  );
  await end(_id);
});

test('sends nothing after a webhook ends or its account is deactivated', async () => {
  const { _id } = await createWebhook('laboratory');
  const account = server.services.db.updateTable('accounts').where('id', '=', server.ids.laboratory);
  await account.set({ is_active: 0 }).execute();
  await add({ laboratory: server.ids.laboratory });
  await untilSent(_id);
  await account.set({ is_active: 1 }).execute();
  await end(_id);
  await add({ laboratory: server.ids.laboratory });
  expect(received).toEqual([]);
  expect((await server.as('admin', 'endWebhook', { params: { id: _id } })).http).toBe(404);
});

describe('addresses of webhooks', () => {
  const PRIVATE = [
    '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1 255.255.255.255',
    '::1 :: ::127.0.0.1 fec0::1 fe80::1 fc00::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 ff02::1',
  ].flatMap((line) => line.split(' '));
  test.each(PRIVATE)('are private: %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const host = address.includes(':') ? `[${address}]` : address;
    expect(isAllowedUrl(`https://${host}/`, [])).toBe(false);
  });

  test.each(['http://example.com', 'ftp://example.com', 'https://u:p@example.com', 'nonsense'])(
    'are refused: %s',
    async (address) => {
      const body = { name: 'x', url: address, accountId: server.ids.admin, resources: [name] };
      const { http, errors } = await server.as('admin', 'createWebhook', { body });
      expect([http, Object.keys(errors)]).toEqual([400, ['url']]);
    },
  );

  test.each(['https://2130706433/', 'https://0x7f.1/', 'https://127.1/', 'https://[::ffff:7f00:1]/'])(
    'are recognised as private: %s',
    (address) => {
      expect(isAllowedUrl(address, [])).toBe(false);
    },
  );

  test('are resolved and checked again at the connection', async () => {
    const post = postWebhook('https://localhost:1/', { headers: {}, body: '{}', timeoutMs: 1000, privateHosts: [] });
    await expect(post).rejects.toMatchObject({ code: 'WEBHOOK_PRIVATE_ADDRESS' });
  });
});

test.each([
  ['a resource without events', { resources: ['supplies'] }, 'resources'],
  ['an account that may not see it', { person: 'employee' }, 'resources'],
  ['an unknown account', { accountId: 'f'.repeat(24) }, 'accountId'],
])('refuses a webhook for %s', async (_, wrong: { person?: string; [name: string]: unknown }, field) => {
  const { person, ...own } = wrong;
  const accountId = server.ids[(person ?? 'admin') as Person];
  const body = { name: 'x', url, accountId, resources: [name], ...own };
  const { http, errors } = await server.as('admin', 'createWebhook', { body });
  expect([http, Object.keys(errors)]).toEqual([400, [field]]);
});

test('has the jobs and texts of every automation, with names', async () => {
  const resources = await loadResources({ roles: getPageRoles() });
  if (hasPlugin('money'))
    expect(() => checkAutomationParts(resources, [])).toThrow(
      'invoices.ts: automations.send.job: found "mail invoice"',
    );
  checkAutomationParts(resources, await loadJobs(resources, undefined, app.jobs));
  const names = listAutomations(resources).map(({ target }) => `automations.${target}.name`);
  expect(names.toSorted()).toEqual([
    ...(hasPlugin('orders') ? ['automations.drawnTubes.rejected.name'] : []),
    ...(hasPlugin('money')
      ? [
          'automations.invoices.refreshState.name',
          'automations.invoices.remind.name',
          'automations.invoices.send.name',
          'automations.invoices.tellVoid.name',
          'automations.payouts.refreshState.name',
        ]
      : []),
  ]);
  for (const [locale, texts] of languages) expect([locale, names.filter((name) => !texts[name])]).toEqual([locale, []]);
});
