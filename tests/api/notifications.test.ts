import { describe, expect, it } from 'vitest';
import { type Person, serverForEach } from './harness.ts';
import { photo } from './samples.ts';
import { visitsOf } from './visits.ts';

const server = serverForEach();

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
