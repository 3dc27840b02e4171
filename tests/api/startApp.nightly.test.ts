import { type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test('uses the database of the test run in an app’s tests', async () => {
  expect(app.database).toBe(process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite');
  const { email, password } = app.manager;
  const manager = await app.signIn(email, password);
  expect(await manager.get('/common/get-notifications')).toMatchObject({ code: 200 });
});

test('sets the password of a new account, even if its invitation comes late', async () => {
  const { email, password } = app.manager;
  const manager = await app.signIn(email, password);
  await manager.post('/common/reauthenticate', { password });
  for (const name of ['ann', 'ben', 'cleo']) {
    const account = { email: `${name}@example.test`, role: 'admin' };
    const values = { fullName: name, email: account.email, username: name };
    expect(await manager.post('/admin/add-admin', values)).toMatchObject({ code: 200 });
    await app.setPassword(account, 'green ledgers upon 42 shelves');
    await app.signIn(account.email, 'green ledgers upon 42 shelves');
  }
  const mail = await app.waitForMail('ann@example.test');
  expect(mail).toMatch(/^Subject: .+/m);
  expect(mail).not.toMatch(/=\r?\n|=3D/);
});
