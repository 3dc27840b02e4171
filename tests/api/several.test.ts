import { beforeAll, describe, expect, test } from 'vitest';
import { emailOf, hasPlugin } from './harness.ts';
import { csv } from './importing.ts';
import { csvOf, goodRows } from './importRows.ts';
import { placeFor, type ServerProcess } from './process.ts';
import { VISIT } from './samples.ts';

/** SQLite is for one process (docs/operating.md). */
describe.runIf(process.env.TEST_DATABASE_URL)('several server processes on one PostgreSQL database', () => {
  const place = placeFor('all');
  let servers: ServerProcess[];
  let token: string;
  let laboratory: string;
  beforeAll(async () => {
    servers = await Promise.all([place.start(), place.start()]);
    token = await at(0).signIn('admin');
    laboratory = await at(1).signIn('laboratory');
  });
  const at = (index: number) => servers[index % servers.length] as ServerProcess;

  const add = async (index: number, appointmentDateTime: string) => {
    const body = { ...VISIT, fees: '12.50', appointmentDateTime };
    const { data } = await at(index).call('laboratoryCreateAppointment', { token: laboratory, body, files: {} });
    return data._id as string;
  };
  const assign = (index: number, id: string, employeeId: string) =>
    at(index).call('assignAppointment', { token, params: { id }, body: { employeeId } });

  test('share sessions: one opens them, the other ends them', async () => {
    const own = await at(0).signIn('employee');
    const look = (index: number) => at(index).call('employeeAppointments', { token: own });
    expect((await look(1)).http).toBe(200);
    expect((await at(1).call('signOut', { token: own })).http).toBe(200);
    expect((await look(0)).http).toBe(401);
  });

  test('let the same person sign in at both at the same time', async () => {
    for (let round = 0; round < 15; round++) {
      const tokens = await Promise.all([0, 1, 2].map((index) => at(index).signIn('employee2')));
      expect(new Set(tokens).size).toBe(3);
    }
  });

  test('count failed sign-ins together', async () => {
    const wrong = { body: { email: emailOf('laboratory2'), password: 'wrong' } };
    const replies = [];
    for (let tries = 0; tries < 7; tries++) replies.push((await at(tries).call('signIn', wrong)).http);
    expect(replies.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(replies.at(-1)).toBe(429);
  });

  test('refuse an overlapping booking at the same time', async () => {
    const ids = await Promise.all([add(0, '2038-02-01T09:30'), add(1, '2038-02-01T09:45')]);
    const replies = await Promise.all(ids.map((id, index) => assign(index, id, place.ids.employee)));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ http }) => http === 409)?.data).toMatchObject({ overlap: true });
  });

  test('ask about equal visits that are sent at the same time', async () => {
    const { confirmed, ...visit } = { ...VISIT, patientName: 'Ida Atonce' };
    const past = { ...visit, status: 'Completed', appointmentDateTime: '2026-02-03T09:30' };
    const form = (index: number) =>
      at(index).call('laboratoryCreateAppointment', { token: laboratory, body: past, files: {} });
    const file = csvOf(goodRows(3).map((row) => ({ ...row, Employee: '', Fees: '' })));
    const sheet = (index: number) =>
      at(index).call('adminImportAppointments', { token, body: {}, files: { file: [csv(file)] } });
    for (const send of hasPlugin('appointmentImport') ? [form, sheet] : [form]) {
      const replies = await Promise.all([0, 1, 2, 3].map(send));
      expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409, 409, 409]);
    }
  });

  test('keep exact totals of concurrent writes', async () => {
    const total = async (index: number) =>
      (await at(index).call('adminAppointments', { token, query: { perPage: 1 } })).data.totalPages as number;
    const before = await total(0);
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(index, `2038-03-${10 + index}T09:30`)));
    expect(await total(0)).toBe(before + 20);
    expect(await total(1)).toBe(before + 20);
  });
});
