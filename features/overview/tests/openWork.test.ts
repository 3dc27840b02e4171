import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverForEach } from '../../../tests/api/harness.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForEach();
afterEach(() => vi.useRealTimers());

const visits = visitsOf(server);
const add = (own: object = {}, by?: 'laboratory' | 'laboratory2') =>
  visits.add({ appointmentDateTime: '2026-03-10T09:30', ...own }, by);
const assign = (id: string, person: 'employee' | 'employee2') => visits.assign(id, person, { confirmed: true });
/** Adds a visit of the employee's that is reported done and that nobody has completed. */
async function reportDone(appointmentDateTime: string) {
  const id = await add({ fees: '', appointmentDateTime });
  await assign(id, 'employee');
  await server.as('employee', 'reportVisit', { params: { id }, body: { key: randomUUID(), kind: 'done' } });
}
/** Only the clock that code reads is set. */
const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe('open work', () => {
  const overview = async () => (await server.as('admin', 'overview')).data;

  it('counts unassigned visits, overdue visits, and open payments of visits that are over', async () => {
    at('2026-03-10T15:00:00Z');
    await add({ fees: '20.10', appointmentDateTime: '2026-03-09T09:30' });
    await assign(await add({ fees: '5', appointmentDateTime: '2026-03-11T09:30' }), 'employee');
    await reportDone('2026-03-10T09:30');
    await add({ fees: '8', status: 'Completed', appointmentDateTime: '2026-03-09T09:30' });
    await add({ fees: '9', status: 'Rejected', appointmentDateTime: '2026-03-09T09:30' });
    const figures = await overview();
    expect(figures).toMatchObject({ unassigned: 1, late: 1, openPayments: { count: 1, amount: 20.1, coming: 1 } });
    const { data: listed } = await server.as('admin', 'transactions', { query: {} });
    const due = listed.filter((one: { due: boolean }) => one.due);
    expect(due.map(({ amount }: { amount: number }) => amount)).toEqual([20.1]);
    const late = await server.as('admin', 'adminAppointments', { query: { tab: 'late' } });
    expect(late.data).toMatchObject({ total: 1, appointments: [{ fees: 20.1 }] });
    const { data: tabs } = await server.as('admin', 'appointmentCounts');
    expect({ unassigned: tabs.unassigned, late: tabs.late }).toEqual({
      unassigned: figures.unassigned,
      late: figures.late,
    });
  });

  it('shows progress per employee on the current business day', async () => {
    // In the business's zone it is still 9 March, 20:30, whose first visit is at 04:00 UTC.
    at('2026-03-10T00:30:00Z');
    const given = async (time: string, person: 'employee' | 'employee2', status = 'Pending') =>
      assign(await add({ appointmentDateTime: time, status }), person);
    await given('2026-03-09T00:00', 'employee', 'Completed');
    await given('2026-03-09T23:59', 'employee');
    await given('2026-03-09T12:00', 'employee', 'Rejected');
    await given('2026-03-09T12:00', 'employee2', 'Completed');
    await given('2026-03-08T23:59', 'employee2');
    await given('2026-03-10T00:00', 'employee2');
    await add({ appointmentDateTime: '2026-03-09T13:00' });
    const { today, loads, more } = await overview();
    expect(today).toEqual({ visits: 4, done: 2 });
    expect(loads).toEqual([
      { _id: server.ids.employee, fullName: expect.any(String), visits: 2, done: 1 },
      { _id: server.ids.employee2, fullName: expect.any(String), visits: 1, done: 1 },
    ]);
    expect(more).toBe(0);
  });

  it('compares earnings of this business month with the last', async () => {
    // In the business's zone February has 20 minutes left.
    at('2026-03-01T04:40:00Z');
    await add({ fees: '10.50', status: 'Completed' });
    at('2026-03-01T04:59:00Z');
    await add({ fees: '4', status: 'Completed' });
    expect((await overview()).earnings).toEqual({ month: 14.5, before: 0 });
    at('2026-03-01T05:01:00Z');
    await add({ fees: '7', status: 'Completed' });
    await add({ fees: '100' });
    expect((await overview()).earnings).toEqual({ month: 7, before: 14.5 });
  });

  it('shows an employee their overdue visits, as their lists do', async () => {
    at('2026-03-10T15:00:00Z');
    const given = async (time: string, person: 'employee' | 'employee2', status = 'Pending') =>
      assign(await add({ appointmentDateTime: time, status }), person);
    await given('2026-03-09T23:59', 'employee');
    await given('2026-03-10T00:00', 'employee');
    await given('2026-03-09T12:00', 'employee2');
    await given('2026-03-08T12:00', 'employee', 'Completed');
    await given('2026-03-07T12:00', 'employee', 'Completed');
    await given('2026-03-07T12:00', 'employee', 'Rejected');
    await reportDone('2026-03-06T12:00');
    expect((await server.as('employee', 'employeeOverview')).data).toEqual({ uncollected: 1, untracked: 2, pay: null });
    const listed = async (query: Record<string, string>) =>
      (await server.as('employee', 'employeeAppointments', { query: { ...query, to: '2026-03-09' } })).data.total;
    expect(await listed({ tab: 'late' })).toBe(1);
    expect(await listed({ status: 'Completed', tracking: 'False' })).toBe(2);
  });

  it('shows a laboratory only its own visits, by business day and month (spec 14.8)', async () => {
    // In the business's zone it is still 31 March, 23:30.
    at('2026-04-01T03:30:00Z');
    const visit = (time: string, own: object = {}, by?: 'laboratory2') =>
      add({ appointmentDateTime: time, ...own }, by);
    const completed = { status: 'Completed' };
    await visit('2026-03-31T00:00', completed);
    await assign(await visit('2026-03-31T23:59'), 'employee');
    await visit('2026-03-31T12:00', { status: 'Rejected' });
    await visit('2026-03-30T23:59');
    await assign(await visit('2026-02-27T12:00'), 'employee');
    await visit('2026-04-01T00:00');
    await visit('2026-03-01T00:00', completed);
    await visit('2026-02-28T23:59', completed);
    await visit('2026-02-01T00:00', completed);
    await visit('2026-01-31T23:59', completed);
    for (const time of ['2026-03-31T12:00', '2026-03-30T12:00', '2026-02-15T12:00']) {
      await visit(time, {}, 'laboratory2');
      await visit(time, completed, 'laboratory2');
    }
    const figures = {
      today: { visits: 2, done: 1 },
      unassigned: 2,
      uncollected: 2,
      completed: { month: 2, before: 2 },
    };
    expect((await server.as('laboratory', 'laboratoryOverview')).data).toEqual(figures);
    const listed = async (query: Record<string, string>) =>
      (await server.as('laboratory', 'laboratoryAppointments', { query })).data.total;
    expect(await listed({ dateAndTime: '2026-03-31' })).toBe(3);
    expect(await listed({ status: 'Pending', assigned: 'False' })).toBe(figures.unassigned);
    expect(await listed({ tab: 'late', to: '2026-03-30' })).toBe(figures.uncollected);
    expect(await listed({ status: 'Completed', from: '2026-03-01', to: '2026-03-31' })).toBe(figures.completed.month);
    const other = { today: { visits: 2, done: 1 }, unassigned: 3, uncollected: 2, completed: { month: 2, before: 1 } };
    expect((await server.as('laboratory2', 'laboratoryOverview')).data).toEqual(other);
  });
});
