// On SQLite only: nothing here depends on the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from 'portal-frame/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';

const NGINX = '/usr/sbin/nginx';
const isThere = existsSync(NGINX);

/** A machine of the portal that can be busy for some requests, or stopped for an update. */
async function startMachine(name: string) {
  let server: Server;
  let port = 0;
  let busyRequests = 0;
  const machine = {
    get port() {
      return port;
    },
    beBusy(requests: number) {
      busyRequests = requests;
    },
    async start() {
      server = createServer((_request, response) => {
        const isBusy = busyRequests-- > 0;
        response.writeHead(isBusy ? 503 : 200, isBusy ? { 'retry-after': '2' } : {}).end(name);
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  await machine.start();
  return machine;
}

let first: Awaited<ReturnType<typeof startMachine>>;
let second: typeof first;
let url = '';
let stopNginx = async () => {};
beforeAll(async () => {
  if (!isThere) return;
  [first, second] = [await startMachine('first'), await startMachine('second')];
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}/`;
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const page = readFileSync(fromRoot('docs/deployment.md'), 'utf8');
  const sample = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const own = sample
    .replace('10.0.0.1:3000', `127.0.0.1:${first.port}`)
    .replace('10.0.0.2:3000', `127.0.0.1:${second.port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${temps.join(' ')}\n${own}}`,
  );
  const nginx = spawn(NGINX, ['-c', file, '-e', join(folder, 'errors')], { stdio: 'ignore' });
  stopNginx = async () => {
    nginx.kill();
    await once(nginx, 'exit');
    rmSync(folder, { recursive: true });
  };
  await vi.waitFor(() => fetch(url), { timeout: 60_000 });
});
beforeEach(({ skip }) => skip(!isThere, `There is no ${NGINX}.`));
afterAll(async () => {
  await stopNginx();
  for (const machine of [first, second]) await machine?.stop().catch(() => undefined);
});

const ask = async () => {
  const { status, headers } = await fetch(url, { method: 'POST', body: '{}' });
  return { status, retryAfter: headers.get('retry-after') };
};
const askOften = async () => {
  const replies = [];
  for (let count = 0; count < 30; count++) replies.push(await ask());
  return replies;
};

test('keeps nginx serving through a rolling update in which the last machine is busy once', async () => {
  for (const [updated, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await updated.stop();
    other.beBusy(1);
    const replies = await askOften();
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toEqual([{ status: 503, retryAfter: '2' }]);
    await updated.start();
  }
  expect((await askOften()).filter(({ status }) => status !== 200)).toEqual([]);
});

test('answers as a busy portal does while no machine runs', async () => {
  await Promise.all([first.stop(), second.stop()]);
  const reply = await fetch(url);
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { status: false, message: 'The service is busy. Please try again in a moment.', code: 503, data: null },
  ]);
  await Promise.all([first.start(), second.start()]);
  expect((await ask()).status).toBe(200);
});
