import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { smtpFor } from 'portal-frame/testing/helpers';
import { isNightly } from 'portal-frame/testing/size';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailOf, PASSWORD, serverForEach } from './harness.ts';
import { rowOf, setRows } from './tables.ts';
import { readTrail } from './trail.ts';

const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, MAIL_FROM: 'Portal <portal@example.test>' }));
let token: string;
beforeEach(async () => {
  token = await server.signInTwice('admin');
});

const SAM = { fullName: 'Sam Second', email: 'sam@example.test', username: 'sam' };
const add = (body: object = SAM) => server.call('addAdmin', { token, body: { ...body } });
const enter = (email: string, password: string) => server.call('signIn', { body: { email, password } });

it('creates another admin, who is notified by mail and sets a password with the code', async () => {
  const { http, data } = await add();
  expect([http, data.fullName, data.isActive]).toEqual([200, 'Sam Second', true]);
  const mail = await smtp.next(SAM.email);
  expect(mail.text).toContain('You are now an administrator');
  expect(mail.text).toContain('/signin');
  await server.call('forgotPassword', { body: { email: SAM.email, role: 'admin' } });
  const otp = Number(/\b\d{6}\b/.exec((await smtp.next(SAM.email)).text)?.[0]);
  const { userId } = (await server.call('verifyOtp', { body: { email: SAM.email, otp, role: 'admin' } })).data;
  await server.call('resetPassword', { body: { userId, newPassword: 'Fresh-start-9', role: 'admin' } });
  expect((await enter(SAM.email, 'Fresh-start-9')).data.role).toBe('admin');
  const listed = (await server.as('admin', 'admins')).data.map((one: { username: string }) => one.username);
  expect(listed.toSorted()).toEqual(['admin', 'sam']);
});

describe('account of any role', () => {
  it('refuses a change of one’s own account (ASVS 7.4.5)', async () => {
    const theirs = await server.signIn('employee');
    const params = { id: server.ids.employee };
    const { data } = await server.as('admin', 'accountSessions', { params });
    expect(data).toMatchObject({ sessions: [{ current: false, address: '127.0.0.1' }], secondFactor: false });
    expect((await server.call('endAccountSessions', { token, params })).http).toBe(200);
    expect((await server.call('employeeProfile', { token: theirs })).code).toBe(401);
    expect((await server.call('accountSessions', { token, params: { id: 'f'.repeat(24) } })).http).toBe(404);
    // One's own stays.
    expect((await server.call('endAccountSessions', { token, params: { id: server.ids.admin } })).http).toBe(200);
    expect((await server.call('adminProfile', { token })).http).toBe(200);
  });
});

it.runIf(isNightly)('creates or unlocks an admin by a command on the server, with an audit entry', async () => {
  const { dataDir, databaseUrl } = server.config;
  // Does not stop this process, whose server may hold what the command waits for.
  const run = async (email: string) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const { stdout } = await promisify(execFile)(process.execPath, ['frame/commands/admin-reset.ts', email], { env });
    return stdout;
  };
  await setRows(server, 'accounts', { is_active: 0 }, { role: 'admin' });
  const passwordIn = (text: string) => /password: (\S+)/.exec(text)?.[1] ?? '';
  const unlocked = await run(emailOf('admin'));
  expect(unlocked).toMatch(/Unlocked the admin .* good for 24 hours/);
  expect((await server.call('adminProfile', { token })).code).toBe(401);
  expect((await enter(emailOf('admin'), PASSWORD)).http).toBe(400);
  expect((await enter(emailOf('admin'), passwordIn(unlocked))).data.role).toBe('admin');
  expect((await enter('spare@example.test', passwordIn(await run('spare@example.test')))).data.role).toBe('admin');
  await expect(run(emailOf('employee'))).rejects.toThrow('has the role "employee"');
  const { password_hash: kept } = await rowOf(server, 'accounts', { id: server.ids.admin });
  expect(Number(kept.split(' ')[0])).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  const rows = await readTrail(server, { address: 'server' });
  expect(rows.map(({ deed, resource }) => [deed, resource])).toEqual([
    ['change', 'profile'],
    ['create', 'profile'],
  ]);
});
