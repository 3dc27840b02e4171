// A further role is one entry of src/roles.ts: its accounts sign in, have a profile and screens of their own, and no others'.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_ROOT } from '../../frame/wire/call.ts';
import { copyTree } from '../tree.ts';
import { readyDatabase } from './database.ts';
import { PASSWORD } from './harness.ts';

/** Makes the account before the server starts, and tells the role's screens. */
const PREPARE = `
import '../server/app.ts';
import { readConfig } from '../frame/server/config.ts';
import { loadResources, readPages } from '../frame/server/collections/load.ts';
import { openStore } from '../frame/server/store/open.ts';
import { createAccount } from '../frame/server/store/accounts.ts';
import { hashPassword } from '../frame/server/store/passwords.ts';
import { screensOf } from '../frame/config/page.ts';
await loadResources();
const config = { ...readConfig(process.env), argonMemory: 64 };
const store = await openStore(config);
const passwordHash = await hashPassword('${PASSWORD}', config);
for (const role of ['courier', 'admin'])
  await createAccount(store.db, { role, email: role + '@lab.test', username: role, fullName: 'Cora ' + role, passwordHash });
await store.close();
const pages = Object.values(await readPages()).flatMap(screensOf);
console.log(JSON.stringify(pages.filter(({ role }) => role === 'courier').map(({ path }) => path)));
`;

let tree: string;
let env: Record<string, string>;
let drop: () => Promise<void>;
let paths: string[];
let host: string;
let stop: () => Promise<void>;

const run = (file: string) =>
  spawn(process.execPath, [file], { cwd: tree, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });

beforeAll(async () => {
  tree = copyTree('role', ['src', 'server', 'scripts', 'package.json']);
  const file = join(tree, 'src', 'roles.ts');
  const entry = "courier: { home: '/courier-profile', label: { en: 'Courier', es: 'Mensajero' } },";
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^}\);$/m, `  ${entry}\n});`));
  writeFileSync(join(tree, 'scripts', 'prepare.ts'), PREPARE);
  const dataDir = join(tree, 'data');
  mkdirSync(dataDir);
  const database = await readyDatabase(dataDir);
  drop = database.drop;
  env = { DATA_DIR: dataDir, DATABASE_URL: database.url, DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const prepared = run('scripts/prepare.ts');
  let said = '';
  prepared.stdout.on('data', (chunk) => (said += chunk));
  await once(prepared, 'close');
  paths = JSON.parse(said) as string[];
  const server = run('server/main.ts');
  host = await new Promise((resolve, reject) => {
    let told = '';
    server.stdout.on('data', (chunk) => {
      told += chunk;
      const [, address] = /is ready: (\S+)/.exec(told) ?? [];
      if (address) resolve(address);
    });
    server.once('close', () => reject(new Error(told)));
  });
  stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'close');
  };
});
afterAll(async () => {
  await stop?.();
  await drop?.();
  rmSync(tree, { recursive: true, force: true });
});

const reply = z.object({ code: z.number(), message: z.string(), data: z.looseObject({}).nullable() });
async function ask(path: string, { token, body }: { token?: string; body?: object | FormData } = {}) {
  const json = body && !(body instanceof FormData);
  const response = await fetch(`${host}${API_ROOT}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  return reply.parse(await response.json());
}
const signIn = async (role: string) => {
  const { data } = await ask('/auth/sign-in', { body: { email: `${role}@lab.test`, password: PASSWORD } });
  expect(data).toMatchObject({ role });
  return String(data?.userAuthToken);
};
const form = (values: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
};

test('its screens are its own', () => {
  expect(paths.toSorted()).toEqual(['/courier-profile', '/courier-settings']);
});

test('its account signs in, reads and changes its profile, and is refused what is others’', async () => {
  const token = await signIn('courier');
  const mine = { fullName: 'Cora courier', email: 'courier@lab.test', role: 'courier', isActive: true };
  expect(await ask('/courier/get-profile', { token })).toMatchObject({ code: 200, data: mine });
  const values = {
    ...{ fullName: 'Cora Swift', email: 'courier@lab.test', username: 'courier' },
    ...{ contactNumber: '+12025550123', address: '7 Harbour Street' },
  };
  expect(await ask('/common/update-profile', { token, body: form({ ...values, address: '' }) })).toMatchObject({
    code: 400,
  });
  // What its rules do not name is not its to change.
  const changed = await ask('/common/update-profile', { token, body: form({ ...values, jobRole: 'Head' }) });
  expect(changed).toMatchObject({ code: 200, data: { fullName: 'Cora Swift', jobRole: '' } });
  expect((await ask('/courier/get-profile', { token })).data).toMatchObject({ address: '7 Harbour Street' });
  for (const path of ['/admin/get-profile', '/employee/get-profile', '/admin/get-employees', '/admin/get-audit'])
    expect([path, (await ask(path, { token })).code]).toEqual([path, 403]);
});

test('it is named where roles are told, and nobody else’s profile is given to it or its to others', async () => {
  const admin = await signIn('admin');
  expect((await ask('/courier/get-profile', { token: admin })).code).toBe(403);
  const asked = { email: 'courier@lab.test', role: 'courier' };
  expect((await ask('/common/forgot-password', { body: asked })).code).toBe(200);
  expect((await ask('/common/forgot-password', { body: { ...asked, role: 'pilot' } })).code).toBe(400);
});
