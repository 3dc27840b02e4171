import { createFcmClient } from 'portal-frame/internal/server';
import { fcmForEach } from 'portal-frame/testing/helpers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Person, serverForEach } from './harness.ts';
import { photo } from './samples.ts';
import { visitsOf } from './visits.ts';

const fcm = fcmForEach();
const server = serverForEach();
beforeEach(() => {
  server.services.push = createFcmClient(fcm.settings);
});

interface Wire {
  _id: string;
  title: string;
  body: string;
  isRead: boolean;
  createdAt: string;
  resource: string | null;
  recordId: string | null;
}
const PATIENT = 'Ingrid Sørensen';
const noticesOf = async (person: Person) => (await server.as(person, 'notifications')).data as Wire[];
const titles = async (person: Person) => (await noticesOf(person)).map(({ title }) => title);
const everyone = ['admin', 'employee', 'employee2', 'laboratory', 'laboratory2'] as const;
const forgetAll = () => Promise.all(everyone.map((person) => server.as(person, 'deleteNotifications')));

const { assign, setStatus, ...visits } = visitsOf(server);
const add = () => visits.add({ patientName: PATIENT });
const assignTo = (id: string, person: 'employee' | 'employee2') =>
  server.as('admin', 'assignMany', { body: { appointments: [{ _id: id, employeeId: server.ids[person] }] } });
const register = (person: Person) => server.as(person, 'generateFcm', { body: { fcmToken: `${person}'s browser` } });
const pushed = () => fcm.delivered.map(({ token }) => token).sort();
const arrived = (count: number) => expect.poll(() => fcm.delivered).toHaveLength(count);

describe('recipients of notifications', () => {
  const setDone = async (id: string) => {
    await assign(id);
    await forgetAll();
    await setStatus(id, 'Completed');
  };
  const done = `The appointment of ${PATIENT} is now Completed.`;
  const track = async (id: string) => {
    await assign(id);
    await forgetAll();
    await server.as('employee', 'uploadTracking', { params: { id }, files: { image: [await photo()] } });
  };
  const tracked = `Zoë Ångström uploaded the tracking image for ${PATIENT}.`;
  const refuse = async (id: string) => {
    await assign(id);
    await forgetAll();
    await assign(id);
    await setStatus(id, 'Done');
    await setStatus('0'.repeat(24), 'Completed');
  };
  // In the business's time zone.
  const given = `The appointment of ${PATIENT} on Jan 15, 2038, 9:30 AM was assigned to you.`;
  it.each<[string, (id: string) => Promise<unknown>, Partial<Record<Person, string>>]>([
    ['an assigned one: its employee', assign, { employee: given }],
    ['a new status: its laboratory and its employee', setDone, { laboratory: done, employee: done }],
    ['a tracking image: the admins and its laboratory', track, { admin: tracked, laboratory: tracked }],
    ['a refused change: nobody', refuse, {}],
  ])('%s (spec 4.2)', async (_, change, expected) => {
    const id = await add();
    await forgetAll();
    await change(id);
    for (const person of everyone)
      expect([person, (await noticesOf(person)).map(({ body }) => body)]).toEqual([
        person,
        [expected[person] ?? []].flat(),
      ]);
  });

  it('notifies admins of an added appointment', async () => {
    await add();
    expect(await noticesOf('admin')).toMatchObject([
      { title: 'New appointment', body: `Northside Lab added an appointment for ${PATIENT}.`, isRead: false },
    ]);
    for (const person of everyone.slice(1)) expect(await noticesOf(person)).toEqual([]);
  });

  it('links to the appointment unless the recipient lost access', async () => {
    const id = await add();
    await assign(id);
    expect((await noticesOf('admin'))[0]).toMatchObject({ resource: 'appointments', recordId: id });
    expect((await noticesOf('employee'))[0]).toMatchObject({ resource: 'appointments', recordId: id });
    await assignTo(id, 'employee2');
    expect((await noticesOf('employee2'))[0]).toMatchObject({ resource: 'appointments', recordId: id });
    expect((await noticesOf('employee'))[0]).toMatchObject({ resource: null, recordId: null });
  });
});

describe('the caller’s notifications', () => {
  it('are sorted newest first, with their time (spec 3.5)', async () => {
    const start = Date.now();
    const id = await add();
    await assign(id);
    await setStatus(id, 'Rejected');
    expect(await titles('employee')).toEqual(['Status changed', 'Appointment assigned']);
    const times = (await noticesOf('employee')).map(({ createdAt }) => Date.parse(createdAt));
    expect(times[0]).toBeGreaterThanOrEqual(times[1] ?? Number.NaN);
    expect(times[1]).toBeGreaterThanOrEqual(start);
  });

  it('marks only the caller’s notifications as read (spec 7.9)', async () => {
    const id = await add();
    await setStatus(id, 'Completed');
    const [mine] = await noticesOf('laboratory');
    const [theirs] = await noticesOf('admin');
    const notifications = [mine?._id, theirs?._id, 'unknown'];
    expect((await server.as('laboratory', 'readNotifications', { body: { notifications } })).code).toBe(200);
    expect((await noticesOf('laboratory')).map(({ isRead }) => isRead)).toEqual([true]);
    expect((await noticesOf('admin')).map(({ isRead }) => isRead)).toEqual([false]);
    expect((await server.as('admin', 'readNotifications', { body: { notifications: [] } })).code).toBe(200);
    expect((await server.as('admin', 'readNotifications', { body: { notifications: 'all' } })).code).toBe(400);
  });

  it('deletes only the caller’s notifications (spec 7.10)', async () => {
    const id = await add();
    await setStatus(id, 'Completed');
    const reply = await server.as('laboratory', 'deleteNotifications');
    expect(reply).toMatchObject({ code: 200, message: 'All notifications deleted successfully.' });
    expect(await noticesOf('laboratory')).toEqual([]);
    expect(await noticesOf('admin')).toHaveLength(1);
  });
});

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
    expect(await titles('employee')).toContain('Status changed');
  });

  it('deletes tokens that the push service rejects', async () => {
    await register('admin');
    fcm.unregistered.add("admin's browser");
    await add();
    const kept = () => server.services.db.selectFrom('push_tokens').select('token').execute();
    await expect.poll(kept).toEqual([]);
  });

  it('does not block requests while the push service is down', async () => {
    await register('admin');
    await fcm.stop();
    await add();
    // The reply does not wait for the push, which is retried.
    expect(await server.services.db.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'push' }]);
    expect(await titles('admin')).toEqual(['New appointment']);
  });
});
