import { randomBytes } from 'node:crypto';
import { createFcmClient, fcmForEach, setPushClient } from 'portal-frame/plugins/push/testing';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { PASSWORD, type Person, serverForEach } from './harness.ts';
import { visitsOf } from './visits.ts';

const fcm = fcmForEach();
const server = serverForEach();
beforeEach(() => setPushClient(server.config, createFcmClient(fcm.settings)));

const everyone = ['admin', 'employee', 'employee2', 'laboratory', 'laboratory2'] as const;
const { assign, setStatus, ...visits } = visitsOf(server);
const add = () => visits.add({ patientName: 'Ingrid Sørensen' });
const register = (person: Person) => server.as(person, 'generateFcm', { body: { fcmToken: `${person}'s browser` } });
const pushed = () => fcm.delivered.map(({ token }) => token).sort();
const arrived = (count: number) => expect.poll(() => fcm.delivered).toHaveLength(count);

describe('push', () => {
  it('reaches the recipients’ browsers without the patient’s name (spec 1.8; ASVS 14.2.3)', async () => {
    for (const person of everyone) await register(person);
    const id = await add();
    await arrived(1);
    await assign(id);
    await arrived(2);
    await setStatus(id, 'Completed');
    await arrived(4);
    expect(pushed()).toEqual(["admin's browser", "employee's browser", "employee's browser", "laboratory's browser"]);
    expect(JSON.stringify(fcm.delivered)).not.toContain('Ingrid');
    // The service drops a message that it cannot deliver within a day.
    const lifetimes = fcm.delivered.map(({ webpush }) => Number(webpush.headers.TTL) / 3600);
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(24);
    expect(Math.min(...lifetimes)).toBeGreaterThan(23.9);
    expect(fcm.delivered[0]?.notification).toEqual({
      title: 'New appointment',
      body: 'Northside Lab added an appointment.',
    });
  });

  it('skips people who turned notifications off, but lists the notifications', async () => {
    const id = await add();
    await assign(id);
    await register('laboratory');
    await register('employee');
    await server.as('employee', 'toggleNotification');
    await setStatus(id, 'Completed');
    await arrived(1);
    expect(pushed()).toEqual(["laboratory's browser"]);
    const notices = (await server.as('employee', 'notifications')).data as { title: string }[];
    expect(notices.map(({ title }) => title)).toContain('Status changed');
  });

  it('deletes tokens that the push service rejects', async () => {
    await register('admin');
    fcm.unregistered.add("admin's browser");
    await add();
    const kept = () => server.services.db.selectFrom('push_tokens').select('token').execute();
    await expect.poll(kept).toEqual([]);
  });
});

describe('push registration of a browser', () => {
  const tokens = () =>
    server.services.db.selectFrom('push_tokens').select(['token', 'account_id']).orderBy('created_at').execute();

  it('belongs to the last person who signed in there, ten per account (spec 7.4)', async () => {
    expect(await server.as('employee', 'generateFcm', { body: { fcmToken: 'browser' } })).toMatchObject({ code: 200 });
    await server.as('admin', 'generateFcm', { body: { fcmToken: 'browser' } });
    expect(await tokens()).toEqual([{ token: 'browser', account_id: server.ids.admin }]);
    for (let one = 1; one <= 11; one++) {
      await server.as('admin', 'generateFcm', { body: { fcmToken: `browser ${one}` } });
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect((await tokens()).map(({ token }) => token)).toEqual(
      Array.from({ length: 10 }, (_, index) => `browser ${index + 2}`),
    );
    expect((await server.as('admin', 'generateFcm', { body: { fcmToken: '' } })).code).toBe(400);
  });
});

test('ends with a new password, until a browser signs in again', async () => {
  await register('employee');
  const token = await server.signInTwice('employee');
  const body = { oldPassword: PASSWORD, newPassword: 'Fresh-start-9' };
  expect((await server.call('changePassword', { token, body })).http).toBe(200);
  expect(await server.services.db.selectFrom('push_tokens').select('token').execute()).toEqual([]);
});

test('stores tokens of the maximum length, which are forgotten with the account', async () => {
  const token = await server.signIn('employee2');
  // An incompressible text, in an indexed column.
  const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
  const send = async (fcmToken: string) => (await server.call('generateFcm', { token, body: { fcmToken } })).http;
  expect(await send(noise(2048))).toBe(200);
  for (const bad of [noise(2049), 'ع'.repeat(100)]) expect(await send(bad)).toBe(400);
  await server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee2 } });
  expect(await server.services.db.selectFrom('push_tokens').select('token').execute()).toEqual([]);
});
