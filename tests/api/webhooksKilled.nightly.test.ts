import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test, vi } from 'vitest';
import { PASSWORD } from './harness.ts';
import { makePlace } from './process.ts';
import { VISIT } from './samples.ts';

const ROUNDS = 3;

test('loses no event on kill -9 between the commit and the sending', async () => {
  let answers = false;
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (!answers) return;
    const { type, data } = JSON.parse(body);
    received.push(`${type} ${data.record.id}`);
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const place = await makePlace({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  try {
    const { db } = place.services;
    const orders: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await place.start();
      const token = await server.signIn('laboratory');
      if (round === 0) {
        const admin = await server.signIn('admin');
        await server.call('reauthenticate', { token: admin, body: { password: PASSWORD } });
        const body = { name: 'LIS', url, accountId: place.ids.laboratory, resources: ['testOrders'] };
        expect((await server.call('createWebhook', { token: admin, body })).http).toBe(200);
      }
      const visit = await server.call('laboratoryCreateAppointment', {
        token,
        body: { ...VISIT, fees: '1' },
        files: {},
      });
      const reply = await fetch(`${server.origin}${API_ROOT}/collections/testOrders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ appointment: visit.data._id, requisition: `R-${round}` }),
      });
      expect(reply.status).toBe(201);
      await server.end('SIGKILL');
      orders.push((await reply.json()).id);
    }
    expect(received).toEqual([]);
    answers = true;
    await place.start();
    await vi.waitFor(
      async () => {
        // The locks of the killed servers would run out after two minutes.
        await db.updateTable('outbox').set({ next_at: 0, locked_until: 0 }).execute();
        await db.updateTable('event_deliveries').set({ locked_until: 0 }).execute();
        await db.updateTable('webhooks').set({ paused_until: 0 }).execute();
        const waiting = await db.selectFrom('event_deliveries').selectAll().where('state', '=', 'waiting').execute();
        expect(waiting).toEqual([]);
      },
      { timeout: 60_000, interval: 1000 },
    );
    expect(new Set(received)).toEqual(new Set(orders.map((id) => `testOrders.create ${id}`)));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await place.remove();
  }
}, 180_000);
