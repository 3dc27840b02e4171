import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from 'portal-frame/server/accounts';
import { API_ROOT } from 'portal-frame/wire';
import { PASSWORD } from './cast.ts';
import { csv } from './importing.ts';
import { csvOf, goodRows } from './importRows.ts';
import type { Place, ServerProcess } from './process.ts';
import { VISIT } from './samples.ts';

/** Rows of one import. */
const ROWS = 2000;
const MINUTES = 31 * 24 * 60 - 60;
const EMPLOYEES = 30;
export const LABORATORIES = 8;

/** Adds the employees and laboratories of the month. */
async function addPeople({ services }: Place): Promise<string[]> {
  const passwordHash = '';
  const codes = Array.from({ length: EMPLOYEES }, (_, at) => `E-${at + 1}`);
  for (const employeeCode of codes)
    await createAccount(services, {
      ...{ role: 'employee', fullName: `Employee ${employeeCode}`, email: `${employeeCode}@example.test` },
      ...{ username: employeeCode, passwordHash, employeeCode },
    });
  for (let at = 1; at <= LABORATORIES; at++)
    await createAccount(services, {
      ...{ role: 'laboratory', fullName: `Lab ${at}`, email: `lab${at}@example.test` },
      ...{ username: `lab${at}`, passwordHash },
    });
  return codes;
}

/** Imports completed visits of May 2026. */
async function importVisits(server: ServerProcess, token: string, codes: readonly string[], visits: number) {
  for (let from = 0; from < visits; from += ROWS) {
    const rows = goodRows(Math.min(ROWS, visits - from), codes).map((row, at) => ({
      ...row,
      Status: 'Completed',
      Laboratory: at % 10 === 0 ? 'Natera' : `Lab ${1 + (at % LABORATORIES)}`,
      Fees: '',
      'Date & Time': new Date(Date.UTC(2026, 4, 1, 0, 30) + Math.floor(((from + at) * MINUTES) / (visits + 1)) * 60_000)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' '),
    }));
    const files = { file: [csv(csvOf(rows))] };
    const { http } = await server.call('adminImportAppointments', { token, body: { confirmed: true }, files });
    if (http !== 200) throw new Error(`The import was answered ${http}`);
  }
}

/** Sends a request to a collection. Throws an Error if it fails. */
export async function send({ origin }: ServerProcess, token: string, path: string, body?: object) {
  const reply = await fetch(`${origin}${API_ROOT}/collections/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}

/** Repeats requests until `isOver`; returns their durations in milliseconds. */
async function measure(isOver: () => boolean, request: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    await request();
    waits.push(performance.now() - start);
    await delay(5);
  }
  return waits;
}

/** Enters prices and a month of visits, and reads the code that a running server has read. */
export async function prepareMonth(place: Place, server: ServerProcess, visits: number) {
  const token = await server.signIn('admin');
  await send(server, token, 'businessProfile', { name: 'Cooper Draws', address: '12 Elm Street' });
  for (const [name, values] of [
    ['prices', { kind: 'visit', amount: 38 }],
    ['prices', { kind: 'priority', priority: 'High', amount: 7.5 }],
    ['payRates', { kind: 'visit', amount: 16 }],
  ] as const)
    await send(server, token, name, { ...values, from: '2026-01-01' });
  await importVisits(server, token, await addPeople(place), visits);
  const other = await server.signIn('laboratory');
  const later = { ...VISIT, status: 'Completed', confirmed: true, appointmentDateTime: '2026-06-20T09:00' };
  const { data: visit } = await server.call('laboratoryCreateAppointment', { token: other, body: later });
  const april = await send(server, token, 'periods', { month: '2026-04-01' });
  await send(server, token, `periods/${april.id}/close`, {});
  const periods = (await send(server, token, 'periods')) as { id: string; month: string }[];
  const period = periods.find(({ month }) => month === '2026-05-01')?.id ?? '';
  /** Reads and writes of other people until `isOver`: durations in milliseconds. */
  const others = async (isOver: () => boolean) => {
    let count = 0;
    const [reads, writes] = await Promise.all([
      measure(isOver, () => server.call('laboratoryAppointments', { token: other, query: {} })),
      measure(isOver, () =>
        server.call('updateAppointment', {
          token,
          params: { id: visit._id },
          body: { status: count++ % 2 === 0 ? 'Pending' : 'Completed' },
        }),
      ),
    ]);
    return { reads, writes };
  };
  return { token, period, others };
}

/** Closes a month, after reopening it in all rounds but the first. Returns the milliseconds of the closing. */
export async function closeAgain(
  server: ServerProcess,
  token: string,
  period: string,
  round: number,
  work?: () => unknown,
) {
  if (round > 0) {
    await server.call('reauthenticate', { token, body: { password: PASSWORD } });
    await send(server, token, `periods/${period}/reopen`, { reason: 'Again' });
  }
  await work?.();
  const start = performance.now();
  await send(server, token, `periods/${period}/close`, {});
  return performance.now() - start;
}
