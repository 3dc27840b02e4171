import { expect, test } from 'vitest';
import { closeAgain, LABORATORIES, prepareMonth, send } from '../../../tests/api/closingMonth.ts';
import { placeFor } from '../../../tests/api/process.ts';

const VISITS = Number(process.env.CLOSING_VISITS ?? 3000);
const ROUNDS = 2;

const place = placeFor('each');

test(`answers other requests while a month of ${VISITS} visits is closed`, { timeout: 600_000 }, async () => {
  const server = await place.start();
  const { token, period, others } = await prepareMonth(place, server, VISITS);
  for (let round = 0; round < ROUNDS; round++) {
    let isClosed = false;
    let beside: ReturnType<typeof others> | undefined;
    await closeAgain(server, token, period, round, () => {
      beside = others(() => isClosed);
    });
    isClosed = true;
    const { reads, writes } = (await beside) ?? { reads: [], writes: [] };
    // The read and the write under way at its end come after it. `npm run bench -- closing` measures the waits.
    expect(reads.length + writes.length).toBeGreaterThan(2);
  }
  const filter = encodeURIComponent('{"month":"2026-05-01","state":"sent"}');
  const invoices = (await send(server, token, `invoices?filter=${filter}`)) as { total: number }[];
  const total = invoices.reduce((sum, one) => sum + one.total, 0);
  expect([invoices.length, total]).toEqual([LABORATORIES + 1, VISITS * 45.5]);
});
