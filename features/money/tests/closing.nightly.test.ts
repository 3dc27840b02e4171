import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { send as sendToCollection } from '../../../tests/api/closingMonth.ts';
import { placeFor } from '../../../tests/api/process.ts';
import { VISIT } from '../../../tests/api/samples.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
const MONTHS = Array.from(
  { length: 20 },
  (_, at) => `${2025 - Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
);
const LABORATORIES = ['laboratory', 'laboratory2'] as const;

const place = placeFor('each');

/** Sends a request of a collection; undefined if the server ended before the reply. */
const send = (...request: Parameters<typeof sendToCollection>) => sendToCollection(...request).catch(() => undefined);

interface Listed {
  id: string;
  period: string;
  number: number;
  total: number;
  state: string;
}

test(`skips no number and closes no month partly after ${ROUNDS} times kill -9 during closings`, {
  timeout: 120_000 + ROUNDS * 20_000,
}, async () => {
  let server = await place.start();
  const token = await server.signIn('admin');
  const range = encodeURIComponent('[0,999]');
  const list = async (name: string) => (await send(server, token, `${name}?range=${range}`)) as Listed[];
  await send(server, token, 'prices', { kind: 'visit', amount: 40, from: '2024-01-01' });
  await send(server, token, 'payRates', { kind: 'visit', amount: 15, from: '2024-01-01' });
  for (const by of LABORATORIES) {
    const mine = await server.signIn(by);
    for (const month of MONTHS) {
      const body = { ...VISIT, appointmentDateTime: `${month}-05T14:00`, status: 'Completed', confirmed: true };
      expect((await server.call('laboratoryCreateAppointment', { token: mine, body })).http).toBe(200);
    }
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const open = (await list('periods')).filter(({ state }) => state === 'open');
    const some = open.slice(0, Math.ceil(open.length / 2));
    const closing = some.flatMap(({ id }) =>
      // Each month is closed twice at once.
      [1, 2].map(() => send(server, token, `periods/${id}/close`, { closeAnyway: true })),
    );
    await delay(Math.random() * 200);
    await server.end('SIGKILL');
    await Promise.all(closing);
    server = await place.start();
    const closed = (await list('periods')).filter(({ state }) => state === 'closed');
    const invoices = await list('invoices');
    const numbers = invoices.map(({ number }) => number).toSorted((one, other) => one - other);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(invoices.map(({ period }) => period).toSorted()).toEqual(closed.flatMap(({ id }) => [id, id]).toSorted());
    for (const { total } of invoices) expect(total).toBe(40);
  }
  const rest = (await list('periods')).filter(({ state }) => state === 'open');
  for (const { id } of rest) await send(server, token, `periods/${id}/close`, { closeAnyway: true });
  expect(await list('invoices')).toHaveLength(MONTHS.length * LABORATORIES.length);
});
