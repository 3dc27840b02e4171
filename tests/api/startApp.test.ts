import { type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test("an app's tests use the database of the test run", async () => {
  expect(app.database).toBe(process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite');
  const { email, password } = app.manager;
  const manager = await app.signIn(email, password);
  expect(await manager.get('/common/get-notifications')).toMatchObject({ code: 200 });
});
