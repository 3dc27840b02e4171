// On SQLite only: nothing here depends on the database.
// A further role is one entry of src/roles.ts plus a resource with its accounts, as in the docs. Its accounts sign in
// and have their own profile and screens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formOf, runFile } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { filesIn } from '../browser/documented.ts';
import { copyTree } from '../tree.ts';
import { readyDatabase } from './database.ts';
import { PASSWORD } from './harness.ts';
import { addressOf } from './process.ts';

const GUIDE = new Map(filesIn('docs/reference.md'));
const copied = (file: string): string => GUIDE.get(file) ?? '';

/** Creates the account before the server starts and declares the role's screens. */
const PREPARE = `
import app from '../server/app.ts';
import { readConfig } from '../frame/server/config.ts';
import { loadResources, readPages } from '../frame/server/records/schema/loadResources.ts';
import { openStore } from '../frame/server/migrations/openStore.ts';
import { createAccount } from '../frame/server/accounts/accountRows.ts';
import { hashPassword } from '../frame/server/accounts/passwordHash.ts';
import { toRolePages } from '../frame/config/app/page.ts';
await loadResources(app);
const config = { ...readConfig(process.env, app), argonMemoryKib: 64 };
const store = await openStore(config);
const passwordHash = await hashPassword('${PASSWORD}', config);
for (const role of ['courier', 'admin'])
  await createAccount(store, { role, email: role + '@lab.test', username: role, fullName: 'Cora ' + role, passwordHash });
await store.close();
const pages = Object.values(await readPages()).flatMap((page) => toRolePages(page, app.roles.names));
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
  const member = copied('src/roles.ts').trim();
  for (const resource of ['src/resources/members.ts', 'src/resources/borrowings.ts'])
    writeFileSync(join(tree, resource), copied(resource));
  const entry = "courier: { home: '/courier-profile', label: { en: 'Courier', es: 'Mensajero' } },";
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^}\);$/m, `  ${entry}\n  ${member}\n});`));
  writeFileSync(join(tree, 'scripts', 'prepare.ts'), PREPARE);
  const dataDir = join(tree, 'data');
  mkdirSync(dataDir);
  const database = await readyDatabase(dataDir);
  drop = database.drop;
  env = { DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { out } = await runFile('scripts/prepare.ts', [], { cwd: tree, env: { ...process.env, ...env } }).end;
  paths = JSON.parse(out) as string[];
  const server = run('server/main.ts');
  host = await addressOf(server);
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

test('gives the fourth role its own screens', () => {
  expect(paths.toSorted()).toEqual(['/courier-profile', '/courier-settings']);
});

test('lets the role sign in and change its profile, and refuses calls of other roles', async () => {
  const token = await signIn('courier');
  const mine = { fullName: 'Cora courier', email: 'courier@lab.test', role: 'courier', isActive: true };
  expect(await ask('/courier/get-profile', { token })).toMatchObject({ code: 200, data: mine });
  const values = {
    ...{ fullName: 'Cora Swift', email: 'courier@lab.test', username: 'courier' },
    ...{ contactNumber: '+12025550123', address: '7 Harbour Street' },
  };
  expect(await ask('/common/update-profile', { token, body: formOf({ ...values, address: '' }) })).toMatchObject({
    code: 400,
  });
  // Fields outside its rules stay unchanged.
  const changed = await ask('/common/update-profile', { token, body: formOf({ ...values, jobRole: 'Head' }) });
  expect(changed).toMatchObject({ code: 200, data: { fullName: 'Cora Swift', jobRole: '' } });
  expect((await ask('/courier/get-profile', { token })).data).toMatchObject({ address: '7 Harbour Street' });
  for (const path of ['/admin/get-profile', '/employee/get-profile', '/admin/get-employees', '/admin/get-audit'])
    expect([path, (await ask(path, { token })).code]).toEqual([path, 403]);
});

describe('collection of accounts', () => {
  let admin: string;
  /** A call of a collection: HTTP status and reply. */
  async function at(method: string, path: string, token: string, body?: object) {
    const response = await fetch(`${host}${API_ROOT}/collections/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      code: response.status,
      json: (await response.json()) as Record<string, unknown> & Record<string, unknown>[],
    };
  }
  const errorsOf = ({ json }: Awaited<ReturnType<typeof at>>) => (json.data as { errors?: object } | null)?.errors;
  const outbox = () => {
    const folder = join(tree, 'data', 'outbox');
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  };
  const mailTo = (email: string, text: RegExp) =>
    vi.waitFor(
      () => {
        const mail = outbox().find((one) => one.includes(`To: ${email}`) && text.test(one));
        if (!mail) throw new Error(`no mail to ${email} yet`);
        return mail;
      },
      { timeout: 60_000, interval: 100 },
    );
  const NEW = 'Correct-horse-battery-8';
  const enter = (email: string) => ask('/auth/sign-in', { body: { email, password: NEW } });
  let made = 0;
  /** A new member with a password set by the mailed code, and their token. */
  async function joined() {
    made += 1;
    const email = `member${made}@lab.test`;
    const member = await at('POST', 'members', admin, { name: `Mem ${made}`, email, town: 'Ulm' });
    expect(member.code).toBe(201);
    await mailTo(email, /password/i);
    expect((await enter(email)).code).toBe(400);
    const role = 'member';
    await ask('/common/forgot-password', { body: { email, role } });
    const mail = await mailTo(email, /\b\d{6}\b/);
    const otp = Number(/\b(\d{6})\b/.exec(mail.split('\r\n\r\n').slice(1).join('\n'))?.[1]);
    const { data } = await ask('/common/verify-otp', { body: { email, role, otp } });
    const set = await ask('/common/reset-password', { body: { userId: data?.userId, newPassword: NEW, role } });
    expect(set.code).toBe(200);
    const signed = await enter(email);
    expect(signed).toMatchObject({ code: 200, data: { role, fullName: `Mem ${made}` } });
    return { id: String(member.json.id), email, token: String(signed.data?.userAuthToken) };
  }

  beforeAll(async () => {
    admin = await signIn('admin');
    expect((await ask('/common/reauthenticate', { token: admin, body: { password: PASSWORD } })).code).toBe(200);
  });

  test('requires reauthentication for calls that grant or remove access', async () => {
    const { id } = await joined();
    const stolen = await signIn('admin');
    const file = new File(['Name,Email\nEve,eve@lab.test\n'], 'members.csv');
    const imported = async (): Promise<unknown> =>
      ask('/collections/members/import', { token: stolen, body: formOf({ dryRun: false }, { file: [file] }) });
    const eve = { name: 'Eve', email: 'eve@lab.test' };
    /** Routes of the collection that change data, by the need for a fresh proof. */
    const ways: Record<string, (() => Promise<unknown>)[]> = {
      'POST /': [() => at('POST', 'members', stolen, eve).then(({ json }) => json)],
      'PUT /{id}': [{ email: 'eve@lab.test' }, { active: false }].map(
        (sent) => () => at('PUT', `members/${id}`, stolen, sent).then(({ json }) => json),
      ),
      'DELETE /{id}': [() => at('DELETE', `members/${id}`, stolen).then(({ json }) => json)],
      'POST /import': [imported],
    };
    const docs = (await (
      await fetch(`${host}${API_ROOT}/docs/json`, { headers: { authorization: `Bearer ${stolen}` } })
    ).json()) as { paths: Record<string, object> };
    const root = `${API_ROOT}/collections/members`;
    const routes = Object.entries(docs.paths).flatMap(([path, methods]) =>
      path.startsWith(root) && !path.endsWith('/find')
        ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(root.length) || '/'}`)
        : [],
    );
    const changing = routes.filter((route) => !route.startsWith('GET'));
    expect(changing.map((route) => route.replace(/\/$/, '/')).toSorted()).toEqual(Object.keys(ways).toSorted());
    for (const [route, tries] of Object.entries(ways))
      for (const attempt of tries)
        expect([route, await attempt()]).toMatchObject([route, { data: { reauthenticate: true } }]);
    expect((await at('PUT', `members/${id}`, stolen, { town: 'Bonn' })).code).toBe(200);
    await at('PUT', `members/${id}`, admin, { active: false });
    expect((await at('PUT', `members/${id}`, stolen, { active: true })).json).toMatchObject({
      data: { reauthenticate: true },
    });
  });

  test('creates an account whose person sets a password and sees their own records', async () => {
    const [one, other] = [await joined(), await joined()];
    for (const { id } of [one, other])
      expect((await at('POST', 'borrowings', admin, { book: `Of ${id}`, member: id })).code).toBe(201);
    const seen = await at('GET', 'borrowings', one.token);
    expect(seen.json.map(({ book }) => book)).toEqual([`Of ${one.id}`]);
    expect((await at('GET', 'members', one.token)).json.map(({ id }) => id)).toEqual([one.id]);
    expect((await at('GET', `members/${other.id}`, one.token)).code).toBe(404);
    expect((await at('PUT', `members/${other.id}`, one.token, { town: 'Bonn' })).code).toBe(404);
    expect((await at('POST', 'members', one.token, { name: 'A', email: 'a@lab.test' })).code).toBe(403);
    expect((await at('DELETE', `members/${one.id}`, one.token)).code).toBe(403);
    // Keeps fields that its role may not write.
    const beyond = await at('PUT', `members/${one.id}`, one.token, { town: 'Bonn', card: 'X', active: false });
    expect(beyond.json).toMatchObject({ data: { errors: { card: expect.any(String), active: expect.any(String) } } });
    expect((await at('PUT', `members/${one.id}`, one.token, { town: 'Bonn' })).code).toBe(200);
    const own = await at('GET', `members/${one.id}`, one.token);
    expect(own.json).toMatchObject({ town: 'Bonn', card: null, active: true });
  });

  test('refuses a taken address at its field, across roles and concurrent requests', async () => {
    const { email } = await joined();
    for (const taken of [email, email.toUpperCase(), 'courier@lab.test', 'admin@lab.test']) {
      const reply = await at('POST', 'members', admin, { name: 'Twin', email: taken });
      expect([taken, reply.code, Object.keys(errorsOf(reply) ?? {})]).toEqual([taken, 409, ['email']]);
    }
    const both = await Promise.all(
      ['Ann', 'Bea'].map((name) => at('POST', 'members', admin, { name, email: 'same@lab.test' })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([201, 409]);
  });

  test('shares address and name with the account', async () => {
    const { id, email, token } = await joined();
    // Changes of other fields need no proof.
    const values = { fullName: 'Mem Anew', email, username: email };
    expect((await ask('/common/update-profile', { token, body: formOf({ ...values, fullName: '' }) })).code).toBe(400);
    expect((await ask('/common/update-profile', { token, body: formOf(values) })).code).toBe(200);
    expect((await at('GET', `members/${id}`, admin)).json).toMatchObject({ name: 'Mem Anew', email });
    await at('PUT', `members/${id}`, admin, { name: 'Mem Again' });
    expect((await ask('/member/get-profile', { token })).data).toMatchObject({ fullName: 'Mem Again', email });
    // A new address gives access to the account.
    const moved = { email: `new-${email}` };
    expect((await at('PUT', `members/${id}`, admin, moved)).code).toBe(200);
    expect((await ask('/member/get-profile', { token })).code).toBe(401);
    expect((await enter(email)).code).toBe(400);
    expect((await enter(moved.email)).code).toBe(200);
    await mailTo(email, /undo-email/);
  });

  test('requires reauthentication to change one’s own address and end other sessions', async () => {
    const { id, email, token } = await joined();
    const elsewhere = String((await enter(email)).data?.userAuthToken);
    const moved = { email: `own-${email}` };
    expect((await at('PUT', `members/${id}`, token, moved)).code).toBe(403);
    expect((await ask('/common/reauthenticate', { token, body: { password: NEW } })).code).toBe(200);
    expect((await at('PUT', `members/${id}`, token, moved)).code).toBe(200);
    expect((await ask('/member/get-profile', { token })).data).toMatchObject(moved);
    expect((await ask('/member/get-profile', { token: elsewhere })).code).toBe(401);
  });

  test('signs out a deactivated or deleted account for good, unless references prevent it', async () => {
    const { id, email, token } = await joined();
    await at('PUT', `members/${id}`, admin, { active: false });
    expect((await ask('/member/get-profile', { token })).code).toBe(401);
    expect((await enter(email)).code).toBe(403);
    await at('PUT', `members/${id}`, admin, { active: true });
    const back = String((await enter(email)).data?.userAuthToken);
    const lent = await at('POST', 'borrowings', admin, { book: 'Held', member: id });
    expect((await at('DELETE', `members/${id}`, admin)).code).toBe(409);
    expect((await ask('/member/get-profile', { token: back })).code).toBe(200);
    expect((await at('DELETE', `borrowings/${lent.json.id}`, admin)).code).toBe(200);
    expect((await at('DELETE', `members/${id}`, admin)).code).toBe(200);
    expect((await ask('/member/get-profile', { token: back })).code).toBe(401);
    expect((await enter(email)).code).toBe(400);
    // The address is free again.
    expect((await at('POST', 'members', admin, { name: 'Next', email })).code).toBe(201);
  });
});
