import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPushSender } from '../../server/push/pushSender.ts';
import { fcmForEach } from './fcm.ts';

const fcm = fcmForEach();

const message = { title: 'Status changed', body: 'A record is now Completed.' };

describe('the push sender', () => {
  it('signs in with the service account and sends title and body', async () => {
    const sender = createPushSender(fcm.settings);
    expect(await sender.send('browser-1', message)).toBe('sent');
    expect(fcm.delivered).toEqual([{ token: 'browser-1', notification: message }]);
  });

  it('reuses the access token until shortly before its expiry', async () => {
    const sender = createPushSender(fcm.settings);
    await Promise.all(Array.from({ length: 10 }, (_, index) => sender.send(`browser-${index}`, message)));
    expect(fcm.granted).toBe(1);
    expect(fcm.delivered).toHaveLength(10);
    fcm.lifetime = 30;
    fcm.revoke();
    await sender.send('browser-1', message);
    expect(fcm.granted).toBe(2);
    await sender.send('browser-1', message);
    expect(fcm.granted).toBe(3);
  });

  it('renews a refused access token once', async () => {
    const sender = createPushSender(fcm.settings);
    await sender.send('browser-1', message);
    fcm.revoke();
    expect(await sender.send('browser-1', message)).toBe('sent');
    expect(fcm.granted).toBe(2);
    fcm.troubles = [401, 401, 401];
    expect(await sender.send('browser-1', message)).toBe('failed');
    expect(fcm.troubles).toHaveLength(1);
  });

  it.each([
    ['is unregistered', 404],
    ['was never one', 400],
  ])('reports that a token %s', async (_, status) => {
    const sender = createPushSender(fcm.settings);
    if (status === 404) fcm.unregistered.add('dead');
    else fcm.troubles = [400];
    expect(await sender.send('dead', message)).toBe('gone');
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
      expect(await createPushSender({ ...fcm.settings, ...own, retryDelayMs: 1 }).send('browser-1', message)).toBe(
        'failed',
      );
    expect(asked).toEqual([]);
    elsewhere.close();
    pointing.close();
  });

  it('retries temporary errors and gives up after some attempts', async () => {
    const sender = createPushSender(fcm.settings);
    fcm.troubles = [503, 'cut', 500];
    expect(await sender.send('browser-1', message)).toBe('sent');
    expect(fcm.asked).toHaveLength(4);
    fcm.troubles = [503, 503, 503, 503, 503];
    expect(await sender.send('browser-1', message)).toBe('failed');
    expect(fcm.asked).toHaveLength(8);
  });

  it('waits for the Retry-After of the service', async () => {
    const sender = createPushSender(fcm.settings);
    fcm.troubles = ['late'];
    const start = Date.now();
    expect(await sender.send('browser-1', message)).toBe('sent');
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
  });

  it('does not retry forbidden messages', async () => {
    const sender = createPushSender(fcm.settings);
    fcm.troubles = [403];
    expect(await sender.send('browser-1', message)).toBe('failed');
    expect(fcm.asked).toHaveLength(1);
  });

  it('fails without throwing if the service is unreachable, and rejects an invalid key', async () => {
    const sender = createPushSender({ ...fcm.settings, tokenUri: 'http://127.0.0.1:9/token' });
    expect(await sender.send('browser-1', message)).toBe('failed');
    expect(() => createPushSender({ ...fcm.settings, privateKey: 'nonsense' })).toThrow();
  });
});
