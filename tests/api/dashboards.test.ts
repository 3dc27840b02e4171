import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Person, serverForEach } from './harness.ts';
import { visitsOf } from './visits.ts';

const server = serverForEach();
afterEach(() => vi.useRealTimers());

const visits = visitsOf(server);
const add = (own: object = {}, by?: 'laboratory' | 'laboratory2') =>
  visits.add({ appointmentDateTime: '2026-03-10T09:30', ...own }, by);
const assign = (id: string, person: 'employee' | 'employee2') => visits.assign(id, person, { confirmed: true });
const dashboard = async (role: 'admin' | 'employee' | 'laboratory', person: Person = role) =>
  (await server.as(person, `${role}Dashboard`)).data;
/** Only the clock that code reads is set. */
const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe('admin dashboard', () => {
  it('counts existing employees and all appointments (spec 1.4, 3.9)', async () => {
    expect(await dashboard('admin')).toEqual({ totalEmployees: 2, totalAppointments: 0, pendingAppointments: 0 });
    await add();
    await add({ status: 'Completed' }, 'laboratory2');
    await server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee2 } });
    expect(await dashboard('admin')).toEqual({ totalEmployees: 1, totalAppointments: 2, pendingAppointments: 1 });
  });
});

describe('employee dashboard', () => {
  it('counts assigned visits, and sums the fees of completed ones (spec 1.5, 3.9)', async () => {
    expect(await dashboard('employee')).toEqual({ totalAppointments: 0, pendingAppointments: 0, totalFees: 0 });
    await assign(await add({ fees: '0.10', status: 'Completed' }), 'employee');
    await assign(await add({ fees: '1234.20', status: 'Completed' }), 'employee');
    await assign(await add({ fees: '50' }), 'employee');
    await assign(await add({ fees: '50', status: 'Rejected' }), 'employee');
    await assign(await add({ status: 'Completed' }), 'employee');
    await assign(await add({ fees: '7', status: 'Completed' }), 'employee2');
    await add({ fees: '9', status: 'Completed' });
    expect(await dashboard('employee')).toEqual({ totalAppointments: 5, pendingAppointments: 1, totalFees: 1234.3 });
    expect((await dashboard('employee', 'employee2')).totalFees).toBe(7);
  });
});

describe('laboratory dashboard', () => {
  it('draws five weeks from Monday, across a clock change, for itself and the busiest others (spec 3.10)', async () => {
    at('2026-03-11T12:00:00-04:00');
    const weeks = ['Feb 9 - Feb 15', 'Feb 16 - Feb 22', 'Feb 23 - Mar 1', 'Mar 2 - Mar 8', 'Mar 9 - Mar 15'];
    // The first and the last minute of the week in which clocks went forward, and those beside them.
    const times = ['2026-03-01T23:59', '2026-03-02T00:00', '2026-03-08T23:59', '2026-03-09T00:00', '2026-03-15T23:59'];
    for (const appointmentDateTime of times) await add({ appointmentDateTime });
    for (const appointmentDateTime of ['2026-02-08T23:59', '2026-03-16T00:00']) await add({ appointmentDateTime });
    await add({ appointmentDateTime: '2026-02-09T00:00' }, 'laboratory2');
    const { weeklyAppointments } = await dashboard('laboratory');
    expect(weeklyAppointments.currentLaboratory).toEqual(
      [0, 0, 1, 2, 2].map((appointmentCount, index) => ({ week: weeks[index], appointmentCount })),
    );
    expect(weeklyAppointments.topLaboratories).toEqual([
      {
        laboratoryId: server.ids.laboratory2,
        labortary: 'O’Hara & Søn <Lab>',
        weeklyAppointments: [1, 0, 0, 0, 0].map((appointmentCount) => ({ appointmentCount })),
      },
    ]);
  });

  it('shows at most three others, busiest first, and none without appointments', async () => {
    at('2026-03-11T12:00:00-04:00');
    const form = { address: '9 Market St', contactNumber: '+12155550123', password: 'Long-enough-1' };
    for (const [index, count] of [1, 4, 2, 3, 0].entries()) {
      const name = `lab${index}`;
      const body = { ...form, email: `${name}@example.test`, username: name, fullName: `Lab with ${count}` };
      const week = { 'timings[0][day]': 'Monday', 'timings[0][time][0]': '08:00', 'timings[0][time][1]': '17:00' };
      const { data } = await server.as('admin', 'addLaboratory', { body: { ...body, ...week } });
      const rows = Array.from({ length: count }, () => add());
      await server.services.db
        .updateTable('appointments')
        .set({ laboratory_id: data._id })
        .where('id', 'in', [...(await Promise.all(rows)), ''])
        .execute();
    }
    const { weeklyAppointments } = await dashboard('laboratory');
    const names = weeklyAppointments.topLaboratories.map((one: { labortary: string }) => one.labortary);
    expect(names).toEqual(['Lab with 4', 'Lab with 3', 'Lab with 2']);
  });
});

describe('appointments of today', () => {
  it('are those of the business day, also when clocks go back', async () => {
    const [before, day, after] = ['2026-10-31', '2026-11-01', '2026-11-02'];
    const morning = `${day}T00:00:00-04:00`;
    const times = [`${before}T23:59`, `${day}T00:00`, `${day}T12:00`, `${day}T23:59`, `${after}T00:00`];
    at(morning);
    for (const appointmentDateTime of times)
      await assign(await add({ appointmentDateTime, patientName: appointmentDateTime }), 'employee');
    const seen = async (role: 'admin' | 'employee' | 'laboratory') =>
      (await server.as(role, `${role}Today`)).data
        .map(({ patientName }: { patientName: string }) => patientName)
        .sort();
    for (const role of ['admin', 'employee', 'laboratory'] as const) {
      at(morning);
      expect(await seen(role)).toEqual(times.slice(1, 4));
    }
    at(`${day}T23:59:59-05:00`);
    const token = await server.signIn('admin');
    expect((await server.call('adminToday', { token })).data).toHaveLength(3);
  });
});
