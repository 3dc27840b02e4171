import { accountContext, getMonthRange, records, systemContext } from 'portal-frame/server';
import { insertRows } from 'portal-frame/server/database';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { earnedIn } from '../../server/calls/transactions.ts';
import { serverForEach, TIME_ZONE } from './harness.ts';
import { visitsOf } from './visits.ts';

// The clock jumps by hours.
const server = serverForEach({ IDLE_MINUTES: '0' });
afterEach(() => vi.useRealTimers());

interface Wire {
  _id: string;
  amount: number;
  status: string;
  patientName: string;
  accountNumber: string;
  dateAndTime: string;
}
const { setStatus, ...visits } = visitsOf(server);
const add = (own: object = {}) => visits.add({ patientName: 'Ingrid Sørensen', accountNumber: 'ACC-12345678', ...own });
const settle = (id: string, status: string) =>
  server.as('admin', 'updateTransaction', { params: { id }, body: { status } });
const all = async () => (await server.as('admin', 'transactions')).data as Wire[];
const total = async () => (await server.as('admin', 'totalEarning')).data as number;
const statuses = async () => (await all()).map(({ status }) => status);
/** Sets only the clock. Sessions last twelve hours, so later times need a new server. */
const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe('a transaction', () => {
  it('is created with an appointment that has fees (spec 3.6)', async () => {
    await add({ fees: '149.99' });
    await add();
    await add({ fees: '0' });
    expect(await all()).toMatchObject([
      { amount: 149.99, status: 'Pending', patientName: 'Ingrid Sørensen', accountNumber: 'ACC-12345678' },
    ]);
  });

  it('is created with fees added later, and its amount is 0 once they are removed', async () => {
    const params = { id: await add() };
    for (const [fees, amount] of [
      [80, 80],
      ['', 0],
    ]) {
      expect((await server.as('admin', 'changeAppointment', { params, body: { fees } })).http).toBe(200);
      expect((await all()).map((one) => [one.amount, one.status])).toEqual([[amount, 'Pending']]);
    }
  });

  it.each([
    ['Pending', 'Pending'],
    ['Completed', 'Completed'],
    ['Rejected', 'Denied'],
  ])('has, for an appointment added as %s, the status %s', async (status, expected) => {
    await add({ fees: '20', status });
    expect(await statuses()).toEqual([expected]);
  });

  const goesThrough = async (id: string, ...steps: [visit: string, payment: string][]) => {
    for (const [status, expected] of steps) {
      await setStatus(id, status);
      expect([status, await statuses()]).toEqual([status, [expected]]);
    }
  };

  it('follows the status of its appointment in both directions (spec 4.5)', async () => {
    await goesThrough(
      await add({ fees: '20' }),
      ['Rejected', 'Denied'],
      ['Pending', 'Pending'],
      ['Completed', 'Completed'],
      ['Rejected', 'Denied'],
      ['Completed', 'Completed'],
      ['Pending', 'Pending'],
    );
    expect(await total()).toBe(0);
  });

  it.each(['Rejected', 'Completed'])('follows the status of an appointment created as %s back', async (status) => {
    await goesThrough(await add({ fees: '20', status }), ['Pending', 'Pending']);
  });

  it('stays denied by an admin when its appointment is pending again (spec 4.5)', async () => {
    const id = await add({ fees: '20' });
    const [{ _id: payment } = { _id: '' }] = await all();
    await settle(payment, 'Denied');
    await goesThrough(
      id,
      ['Rejected', 'Denied'],
      ['Pending', 'Denied'],
      ['Completed', 'Completed'],
      ['Pending', 'Denied'],
    );
    await setStatus(id, 'Rejected');
    await settle(payment, 'Denied');
    await goesThrough(id, ['Pending', 'Denied']);
  });

  it('stays completed by an admin when its appointment is rejected or reopened', async () => {
    const id = await add({ fees: '20' });
    const [{ _id: payment } = { _id: '' }] = await all();
    await settle(payment, 'Completed');
    await goesThrough(id, ['Rejected', 'Completed'], ['Pending', 'Completed'], ['Completed', 'Completed']);
    await goesThrough(id, ['Pending', 'Completed']);
  });

  it('keeps the date of a completion by an admin when its appointment is reopened', async () => {
    at('2026-04-30T23:30:00-04:00');
    const id = await add({ fees: '30' });
    const [{ _id: payment } = { _id: '' }] = await all();
    at('2026-05-01T00:30:00-04:00');
    await settle(payment, 'Completed');
    const [{ dateAndTime: paid } = { dateAndTime: '' }] = await all();
    at('2026-05-01T01:30:00-04:00');
    await goesThrough(id, ['Completed', 'Completed'], ['Pending', 'Completed']);
    expect(await all()).toMatchObject([{ dateAndTime: paid }]);
    expect(await total()).toBe(30);
  });

  it('gets the date of its completion, not of an undone one', async () => {
    at('2026-04-30T23:30:00-04:00');
    const id = await add({ fees: '30' });
    const [{ dateAndTime: opened } = { dateAndTime: '' }] = await all();
    at('2026-05-01T00:30:00-04:00');
    await goesThrough(id, ['Completed', 'Completed'], ['Pending', 'Pending']);
    expect(await all()).toMatchObject([{ dateAndTime: opened }]);
  });

  it('can be set to any status (spec 1.4, 4.6)', async () => {
    await add({ fees: '20' });
    const [{ _id: id } = { _id: '' }] = await all();
    for (const status of ['Completed', 'Denied', 'Pending']) {
      expect(await settle(id, status)).toMatchObject({ message: 'Status updated', data: { _id: id, status } });
      expect(await statuses()).toEqual([status]);
    }
    const message = 'Invalid status: choose Completed, Pending or Denied';
    expect(await settle(id, 'Rejected')).toMatchObject({ code: 400, errors: { status: message } });
    expect((await settle('0'.repeat(24), 'Denied')).code).toBe(404);
  });

  it('keeps the status of an admin who sets it while another completes the appointment', async () => {
    const id = await add({ fees: '20' });
    const [{ _id: payment } = { _id: '' }] = await all();
    for (let round = 0; round < 10; round++) {
      await Promise.all([setStatus(id, 'Completed'), settle(payment, 'Denied')]);
      await setStatus(id, 'Pending');
      expect(await statuses()).toEqual(['Denied']);
      await settle(payment, 'Pending');
    }
  });

  it('is listed newest first; the newest one is the recent transaction', async () => {
    expect((await server.as('admin', 'recentTransaction')).data).toEqual([]);
    await add({ fees: '1', patientName: 'First' });
    await add({ fees: '2', patientName: 'Second' });
    expect((await all()).map(({ patientName }) => patientName)).toEqual(['Second', 'First']);
    expect((await server.as('admin', 'recentTransaction')).data).toMatchObject([{ patientName: 'Second' }]);
  });
});

describe('the records API', () => {
  const PAYMENT = { patientName: 'Ingrid Sørensen', amount: 20, status: 'Pending' } as const;
  const system = () => systemContext(server.services);

  it('creates and deletes records of an existing table', async () => {
    const dateAndTime = '2026-05-01T04:30:00.000Z';
    const { id } = await records(system()).create('transactions', { ...PAYMENT, dateAndTime });
    expect(await all()).toEqual([{ _id: id, ...PAYMENT, accountNumber: '', dateAndTime, due: true }]);
    const [row] = await server.services.db.selectFrom('transactions').selectAll().execute();
    expect(row).toMatchObject({ account_number: '', before_visit: null, created_at: expect.any(Number) });
    await records(system()).delete('transactions', id);
    expect(await all()).toEqual([]);
  });

  it('gives no role the right to create or delete payments, or to read hidden fields', async () => {
    const { id } = await records(system()).create('transactions', {
      ...PAYMENT,
      dateAndTime: new Date().toISOString(),
    });
    for (const person of ['admin', 'employee', 'laboratory'] as const) {
      const own = records(await accountContext(server.services, server.ids[person]));
      await expect(own.create('transactions', PAYMENT)).rejects.toMatchObject({ status: 403 });
      await expect(own.delete('transactions', id)).rejects.toMatchObject({ status: 403 });
    }
    const admin = records(await accountContext(server.services, server.ids.admin));
    expect(await admin.findOne('transactions', id)).not.toHaveProperty('beforeVisit');
    await expect(admin.find('transactions', { fields: ['appointment'] })).rejects.toMatchObject({ status: 400 });
    await expect(admin.update('transactions', id, { amount: 1 })).rejects.toMatchObject({ status: 400 });
  });

  it('refuses to create and delete records whose calls do that', async () => {
    await expect(records(system()).create('archive', {})).rejects.toThrow('without table.writable');
    await expect(records(system()).delete('archive', 'any')).rejects.toThrow('without table.writable');
  });

  it('locks records only within a transaction', async () => {
    await expect(records(system()).find('transactions', { lock: true })).rejects.toThrow('context of a transaction');
  });
});

describe('total earning', () => {
  it('sums completed transactions to the cent', async () => {
    expect(await total()).toBe(0);
    for (let one = 0; one < 10; one++) await add({ fees: '0.10', status: 'Completed' });
    await add({ fees: '0.20', status: 'Completed' });
    await add({ fees: '999999.99', status: 'Completed' });
    await add({ fees: '50' });
    await add({ fees: '50', status: 'Rejected' });
    expect(await total()).toBe(1_000_001.19);
  });

  it('follows the status and counts nothing twice', async () => {
    const id = await add({ fees: '20' });
    const [{ _id: payment } = { _id: '' }] = await all();
    await setStatus(id, 'Completed');
    await setStatus(id, 'Completed');
    await settle(payment, 'Completed');
    expect(await total()).toBe(20);
    await settle(payment, 'Denied');
    expect(await total()).toBe(0);
  });

  it('starts over with the month of the business time zone (spec 9.9)', async () => {
    at('2026-04-30T22:00:00-04:00');
    await add({ fees: '30', status: 'Completed' });
    expect(await total()).toBe(30);
    at('2026-04-30T23:59:59.999-04:00');
    expect(await total()).toBe(30);
    at('2026-05-01T00:00:00-04:00');
    expect(await total()).toBe(0);
  });

  it('counts a payment in the month of its completion', async () => {
    at('2026-04-30T23:30:00-04:00');
    const id = await add({ fees: '30' });
    at('2026-05-01T00:30:00-04:00');
    await setStatus(id, 'Completed');
    expect(await total()).toBe(30);
    const [{ dateAndTime } = { dateAndTime: '' }] = await all();
    expect(dateAndTime).toBe('2026-05-01T04:30:00.000Z');
  });

  it.each([
    ['March, when clocks go forward', '2026-03-01T00:00:00-05:00', '2026-04-01T00:00:00-04:00'],
    ['November, when they go back', '2026-11-01T00:00:00-04:00', '2026-12-01T00:00:00-05:00'],
    ['February of a leap year', '2028-02-01T00:00:00-05:00', '2028-03-01T00:00:00-05:00'],
    ['December', '2026-12-01T00:00:00-05:00', '2027-01-01T00:00:00-05:00'],
  ])('includes %s from its first to its last moment', async (_, first, next) => {
    const { db } = server.services;
    const [from, to] = [Date.parse(first), Date.parse(next)];
    const payment = (time: number, amount_cents: number, index: number) => ({
      id: String(index).padStart(24, '0'),
      appointment_id: null,
      account_number: '',
      patient_name: '',
      patient_key: '',
      date_and_time: time,
      amount_cents,
      status: 'Completed' as const,
      before_visit: null,
      created_at: time,
    });
    const times = [from - 1, from, to - 1, to];
    await db
      .insertInto('transactions')
      .values(times.map((time, index) => payment(time, 10 ** index, index)))
      .execute();
    for (const now of [from, from + 15 * 24 * 3_600_000, to - 1])
      expect(await earnedIn(server.services, getMonthRange(TIME_ZONE, now))).toBe(1.1);
  });
});

describe('the list of a browser', () => {
  const DAY = 86_400_000;
  const list = async (query: Record<string, unknown>, person: 'admin' | 'employee' = 'admin') => {
    const texts = Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]);
    const url = `/api/v1/collections/transactions?${new URLSearchParams(Object.fromEntries(texts))}`;
    const authorization = `Bearer ${await server.tokenOf(person)}`;
    const reply = await server.inject({ url, headers: { authorization } });
    return {
      code: reply.statusCode,
      total: reply.headers['content-range']?.toString().split('/')[1],
      data: reply.json(),
    };
  };
  const names = async (query: Record<string, unknown>) =>
    ((await list(query)).data as Wire[]).map(({ patientName }) => patientName);

  it('finds each of 25,000 payments by filter, search, order and page', async () => {
    const now = Date.now();
    const payments = Array.from({ length: 25_000 }, (_, index) => ({
      id: String(index).padStart(24, '0'),
      ...{ appointment_id: null, account_number: `ACC-${index}`, amount_cents: 100 + index, before_visit: null },
      ...(index === 0
        ? { patient_name: 'Ángel Ñu', patient_key: 'angel nu' }
        : { patient_name: 'B', patient_key: 'b' }),
      ...{ status: 'Pending' as const, date_and_time: now - (25_000 - index) * DAY, created_at: now },
    }));
    await insertRows(server.services.db, 'transactions', payments);
    const oldest = ['Ángel Ñu'];
    const day = new Date(now - 25_000 * DAY).toLocaleDateString('sv', { timeZone: TIME_ZONE });
    expect(await names({ filter: { q: 'ANGEL' } })).toEqual(oldest);
    expect(await names({ filter: { day }, range: [0, 9] })).toEqual(oldest);
    expect(await names({ where: { amount: { lt: 1.01 } } })).toEqual(oldest);
    expect(await names({ sort: ['patientName', 'ASC'], range: [0, 0] })).toEqual(oldest);
    expect(await names({ sort: ['dateAndTime', 'DESC'], range: [24_999, 25_008] })).toEqual(oldest);
    expect((await list({ range: [0, 9] })).total).toBe('25000');
  });

  it('is of due payments or of the others', async () => {
    await add({ fees: '1', patientName: 'Over', appointmentDateTime: new Date(Date.now() - DAY).toISOString() });
    await add({ fees: '2', patientName: 'Coming', appointmentDateTime: new Date(Date.now() + DAY).toISOString() });
    await add({ fees: '3', patientName: 'Paid', status: 'Completed' });
    await records(systemContext(server.services)).create('transactions', {
      ...{ patientName: 'Erased', amount: 4, status: 'Pending', dateAndTime: new Date().toISOString() },
    });
    expect((await names({ filter: { due: true } })).toSorted()).toEqual(['Erased', 'Over']);
    expect((await names({ filter: { due: 'false' } })).toSorted()).toEqual(['Coming', 'Paid']);
    expect((await list({ filter: { due: 'maybe' } })).code).toBe(400);
    expect((await list({ where: { due: true } })).code).toBe(400);
  });

  it('has what the role may read, for roles with the list, and nothing to write', async () => {
    await add({ fees: '1' });
    const [payment] = (await list({})).data;
    expect(Object.keys(payment).toSorted()).toEqual([
      ...['accountNumber', 'amount', 'dateAndTime', 'id', 'patientName', 'status'],
    ]);
    expect(payment.accountNumber).toBe('ACC-12345678');
    expect((await list({}, 'employee')).code).toBe(403);
    expect((await list({ filter: { appointment: 'x' } })).code).toBe(400);
    const authorization = `Bearer ${await server.tokenOf('admin')}`;
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${payment.id}`],
      ['DELETE', `/${payment.id}`],
    ] as const) {
      const url = `/api/v1/collections/transactions${path}`;
      expect((await server.inject({ method, url, headers: { authorization }, payload: {} })).statusCode).toBe(404);
    }
  });
});

describe('page of transactions', () => {
  it('has the requested size; without a page, or for an export, it has all', async () => {
    for (const fees of ['1', '2', '3', '4', '5']) await add({ fees });
    const ids = (await all()).map(({ _id }) => _id);
    expect(ids).toHaveLength(5);
    const paged = async (query: object) =>
      ((await server.as('admin', 'transactions', { query: query as never })).data as Wire[]).map(({ _id }) => _id);
    expect(await paged({ perPage: 2 })).toEqual(ids.slice(0, 2));
    expect(await paged({ perPage: 2, page: 3 })).toEqual(ids.slice(4));
    expect(await paged({ perPage: 2, page: 4 })).toEqual([]);
    expect(await paged({ perPage: 1000 })).toEqual(ids);
    expect(await paged({ perPage: 1000, page: 1 })).toEqual(ids);
    expect((await server.as('admin', 'transactions', { query: { page: 0 } })).http).toBe(400);
  });

  it('is available to employees and laboratories too', async () => {
    for (const name of ['adminEmployees', 'adminLaboratories'] as const) {
      const everybody = (await server.as('admin', name)).data as { _id: string }[];
      expect(everybody.length).toBeGreaterThan(1);
      expect((await server.as('admin', name, { query: { perPage: 1 } })).data).toEqual(everybody.slice(0, 1));
      expect((await server.as('admin', name, { query: { perPage: 1, page: 2 } })).data).toEqual(everybody.slice(1, 2));
    }
  });
});
