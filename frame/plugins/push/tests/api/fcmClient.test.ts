// On SQLite only: nothing here depends on the database.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createFcmClient } from '../../server/fcmClient.ts';
import { fcmForEach } from '../fcm.ts';

const fcm = fcmForEach();

const inAnHour = Date.now() + 3_600_000;
const message = { title: 'Status changed', body: 'A record is now Completed.' };

describe('FCM client', () => {
  it('signs in with the service account and sends title and body', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('sent');
    expect(fcm.delivered).toMatchObject([{ token: 'browser-1', notification: message }]);
  });

  it('lets the service keep a message only until it expires', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    fcm.troubles = [503];
    expect(await fcmClient.send('browser-1', message, Date.now() + 90_000)).toBe('sent');
    expect(await fcmClient.send('browser-1', message, Date.now() - 1)).toBe('sent');
    const [first, expired] = fcm.delivered.map(({ webpush }) => Number(webpush.headers.TTL));
    expect(first).toBeGreaterThan(80);
    expect(first).toBeLessThanOrEqual(90);
    expect(expired).toBe(0);
  });

  it('reuses the access token until shortly before its expiry', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    await Promise.all(Array.from({ length: 10 }, (_, index) => fcmClient.send(`browser-${index}`, message, inAnHour)));
    expect(fcm.granted).toBe(1);
    expect(fcm.delivered).toHaveLength(10);
    fcm.lifetime = 30;
    fcm.revoke();
    await fcmClient.send('browser-1', message, inAnHour);
    expect(fcm.granted).toBe(2);
    await fcmClient.send('browser-1', message, inAnHour);
    expect(fcm.granted).toBe(3);
  });

  it('renews a refused access token once', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    await fcmClient.send('browser-1', message, inAnHour);
    fcm.revoke();
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('sent');
    expect(fcm.granted).toBe(2);
    fcm.troubles = [401, 401, 401];
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('failed');
    expect(fcm.troubles).toHaveLength(1);
  });

  it.each([
    ['is unregistered', 404],
    ['was never one', 400],
  ])('reports that a token %s', async (_, status) => {
    const fcmClient = createFcmClient(fcm.settings);
    if (status === 404) fcm.unregistered.add('dead');
    else fcm.troubles = [400];
    expect(await fcmClient.send('dead', message, inAnHour)).toBe('gone');
    expect(fcm.asked).toEqual(['dead']);
  });

  it('follows no redirects with assertions or messages (ASVS 1.3.6, 15.3.2)', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, reply) => {
      asked.push(request.url ?? '');
      reply.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const pointing = createServer((_request, reply) => reply.writeHead(307, { location }).end());
    await new Promise<void>((resolve) => pointing.listen(0, '127.0.0.1', resolve));
    const from = `http://127.0.0.1:${(pointing.address() as AddressInfo).port}`;
    for (const own of [{ sendUrl: from }, { tokenUri: `${from}/token` }])
      expect(
        await createFcmClient({ ...fcm.settings, ...own, retryDelayMs: 1 }).send('browser-1', message, inAnHour),
      ).toBe('failed');
    expect(asked).toEqual([]);
    elsewhere.close();
    pointing.close();
  });

  it('retries temporary errors and gives up after some attempts', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    fcm.troubles = [503, 'cut', 500];
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('sent');
    expect(fcm.asked).toHaveLength(4);
    fcm.troubles = [503, 503, 503, 503, 503];
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('failed');
    expect(fcm.asked).toHaveLength(8);
  });

  it('waits for the Retry-After of the service', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    fcm.troubles = ['late'];
    const start = Date.now();
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('sent');
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
  });

  it('does not retry forbidden messages', async () => {
    const fcmClient = createFcmClient(fcm.settings);
    fcm.troubles = [403];
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('failed');
    expect(fcm.asked).toHaveLength(1);
  });

  it('fails without throwing if the service is unreachable, and rejects an invalid key', async () => {
    const fcmClient = createFcmClient({ ...fcm.settings, tokenUri: 'http://127.0.0.1:9/token' });
    expect(await fcmClient.send('browser-1', message, inAnHour)).toBe('failed');
    expect(() => createFcmClient({ ...fcm.settings, privateKey: 'nonsense' })).toThrow();
  });
});
