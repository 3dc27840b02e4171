import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from 'portal-frame/server/accounts';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { PASSWORD } from './cast.ts';
import { csv } from './importing.ts';
import { csvOf, goodRows } from './importRows.ts';
import { placeFor, type ServerProcess } from './process.ts';
import { VISIT } from './samples.ts';

const VISITS = Number(process.env.CLOSING_VISITS ?? 10_000);
/** Rows of one import. */
const ROWS = 2000;
const MINUTES = 31 * 24 * 60 - 60;
const EMPLOYEES = 30;
const LABORATORIES = 8;

/** Closings of the month. */
const ROUNDS = 5;

const place = placeFor('each');
const getLongest = (waits: readonly number[]) => Math.max(0, ...waits);

/** Imports completed visits of May 2026. */
async function importVisits(server: ServerProcess, token: string): Promise<void> {
  const passwordHash = '';
  const codes = Array.from({ length: EMPLOYEES }, (_, at) => `E-${at + 1}`);
  const { db } = place.services;
  for (const employeeCode of codes)
    await createAccount(db, {
      ...{ role: 'employee', fullName: `Employee ${employeeCode}`, email: `${employeeCode}@example.test` },
      ...{ username: employeeCode, passwordHash, employeeCode },
    });
  for (let at = 1; at <= LABORATORIES; at++)
    await createAccount(db, {
      ...{
        role: 'laboratory',
        fullName: `Lab ${at}`,
        email: `lab${at}@example.test`,
        username: `lab${at}`,
        passwordHash,
      },
    });
  for (let from = 0; from < VISITS; from += ROWS) {
    const rows = goodRows(Math.min(ROWS, VISITS - from), codes).map((row, at) => ({
      ...row,
      Status: 'Completed',
      Laboratory: at % 10 === 0 ? 'Natera' : `Lab ${1 + (at % LABORATORIES)}`,
      Fees: '',
      'Date & Time': new Date(Date.UTC(2026, 4, 1, 0, 30) + Math.floor(((from + at) * MINUTES) / (VISITS + 1)) * 60_000)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' '),
    }));
    const files = { file: [csv(csvOf(rows))] };
    const { http } = await server.call('adminImportAppointments', { token, body: { confirmed: true }, files });
    expect(http).toBe(200);
  }
}

async function send({ origin }: ServerProcess, token: string, path: string, body?: object) {
  const reply = await fetch(`${origin}${API_ROOT}/collections/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { http: reply.status, body: await reply.json() };
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
  return waits.map(Math.round);
}

test(`answers others while a month of ${VISITS} visits is closed`, { timeout: 600_000 }, async () => {
  const server = await place.start();
  const token = await server.signIn('admin');
  for (const [name, values] of [
    ['prices', { kind: 'visit', amount: 38 }],
    ['prices', { kind: 'priority', priority: 'High', amount: 7.5 }],
    ['payRates', { kind: 'visit', amount: 16 }],
  ] as const)
    expect((await send(server, token, name, { ...values, from: '2026-01-01' })).http).toBe(201);
  await importVisits(server, token);
  const other = await server.signIn('laboratory');
  const later = { ...VISIT, status: 'Completed', confirmed: true, appointmentDateTime: '2026-06-20T09:00' };
  const { data: visit } = await server.call('laboratoryCreateAppointment', { token: other, body: later });
  // Reads the code that a running server has read.
  const { body: april } = await send(server, token, 'periods', { month: '2026-04-01' });
  expect((await send(server, token, `periods/${april.id}/close`, {})).http).toBe(200);
  const { body: found } = await send(server, token, 'periods');
  const period = found.find(({ month }: { month: string }) => month === '2026-05-01');
  const people = async (isOver: () => boolean) => {
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
    return [...reads, ...writes];
  };
  const end = performance.now() + 2000;
  const quiet = await people(() => performance.now() > end);
  const took: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      expect((await server.call('reauthenticate', { token, body: { password: PASSWORD } })).http).toBe(200);
      expect((await send(server, token, `periods/${period.id}/reopen`, { reason: 'Again' })).http).toBe(200);
    }
    let isClosed = false;
    const beside = people(() => isClosed);
    const start = performance.now();
    const { http } = await send(server, token, `periods/${period.id}/close`, {});
    took.push(Math.round(performance.now() - start));
    isClosed = true;
    expect(http).toBe(200);
    const waits = await beside;
    longest.push(getLongest(waits));
    // The read and the write under way at its end come after it.
    expect(waits.length).toBeGreaterThan(2);
  }
  const noise = getLongest(quiet);
  console.info(`closing ${VISITS} visits: ${took} ms; longest waits beside: ${longest} ms, without: ${noise} ms`);
  const { body: invoices } = await send(
    server,
    token,
    `invoices?filter=${encodeURIComponent('{"month":"2026-05-01","state":"sent"}')}`,
  );
  const total = invoices.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
  expect([invoices.length, total]).toEqual([LABORATORIES + 1, VISITS * 45.5]);
});
