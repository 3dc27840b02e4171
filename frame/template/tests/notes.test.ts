import { type RunningApp, startApp } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

test('creates and lists a note', async () => {
  const { email, password } = app.manager;
  const admin = await app.signIn(email, password);
  expect(await admin.post('/collections/notes', { title: 'Begin' })).toMatchObject({ code: 201 });
  expect(await admin.get('/collections/notes')).toMatchObject({ code: 200, body: [{ title: 'Begin' }] });
});
