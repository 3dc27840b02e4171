import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { badRows, csvOf, goodRows } from '../api/importRows.ts';
import { getCall } from '../api/servedCalls.ts';
import { type Host, startHost } from './host.ts';
import { load } from './load.ts';

const ROWS = 10_000;
const PULSE = 20;
const EMPLOYEES = Array.from({ length: 40 }, (_, index) => `EMP-${index + 1}`);

interface Answer {
  http: number;
  message: string;
  data: { written?: number; rowErrors?: { row: number; field: string; message: string }[] } | null;
  took: number;
}

async function send({ origin, tokens }: Host, csv: string, dryRun: boolean): Promise<Answer> {
  const form = new FormData();
  form.append('file', new File([csv], 'import.csv', { type: 'text/csv' }));
  form.append('dryRun', String(dryRun));
  const start = performance.now();
  const reply = await fetch(origin + getCallPath(getCall('adminImportAppointments')), {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.admin}` },
    body: form,
  });
  const answer = (await reply.json()) as Omit<Answer, 'http' | 'took'>;
  return { ...answer, http: reply.status, took: performance.now() - start };
}

/** Longest wait (ms) of another client during `work`, with the result of `work`. */
async function waitDuring<T>(ask: () => Promise<unknown>, work: () => Promise<T>): Promise<[T, number]> {
  let [over, longest] = [false, 0];
  const asking = (async () => {
    while (!over) {
      const start = performance.now();
      await ask();
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  })();
  const done = await work();
  over = true;
  await asking;
  return [done, longest];
}

async function total({ origin, tokens }: Host): Promise<number> {
  const reply = await fetch(`${origin}${API_ROOT}/admin/get-dashboard`, {
    headers: { authorization: `Bearer ${tokens.admin}` },
  });
  return ((await reply.json()) as { data: { totalAppointments: number } }).data.totalAppointments;
}

/** `npm run bench -- import`: 10,000 rows with ten errors, then corrected, into a database with `rows` rows. */
export async function benchImport({ rows, databaseUrl }: { rows: number; databaseUrl: string | undefined }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-import-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await load({ dataDir, databaseUrl }, rows);
  const host = await startHost({ dataDir, databaseUrl });
  try {
    const named = (list: ReturnType<typeof goodRows>) =>
      csvOf(list.map((row) => (row.Laboratory === 'Northside Lab' ? { ...row, Laboratory: 'Laboratory 1' } : row)));
    const rowsOf = goodRows(ROWS, EMPLOYEES, 60);
    const bad = badRows(rowsOf);
    const good = named(rowsOf);
    const before = await total(host);
    const headers = { authorization: `Bearer ${host.tokens.admin}` };
    const list = async () => {
      const reply = await fetch(host.origin + getCallPath(getCall('adminAppointments')), { headers });
      if (!reply.ok) throw new Error(`a list was answered ${reply.status}`);
      await reply.arrayBuffer();
    };
    for (const dryRun of [true, false]) {
      const [refused, wait] = await waitDuring(list, () => send(host, named(bad.rows), dryRun));
      const listed = (refused.data?.rowErrors ?? []).map(({ row, field, message }) => [row, field, message]);
      const exact = JSON.stringify(listed) === JSON.stringify(bad.rowErrors);
      const written = (await total(host)) - before;
      console.log(
        `${ROWS} rows, 10 bad, ${dryRun ? 'tried' : 'in earnest'}: HTTP ${refused.http}, ${listed.length} messages ${exact ? '(each as expected)' : '(NOT as expected)'}, ${written} written, ${(refused.took / 1000).toFixed(2)} s, longest wait of others ${wait.toFixed(0)} ms`,
      );
      if (!dryRun) for (const one of listed) console.log(`  row ${one[0]}, ${one[1]}: ${one[2]}`);
    }
    for (const dryRun of [true, false]) {
      const [done, wait] = await waitDuring(list, () => send(host, good, dryRun));
      const written = (await total(host)) - before;
      console.log(
        `${ROWS} rows, corrected, ${dryRun ? 'tried' : 'in earnest'}: HTTP ${done.http}, ${done.message} ${written} written, ${(done.took / 1000).toFixed(2)} s, longest wait of others ${wait.toFixed(0)} ms`,
      );
    }
    console.log(`memory afterwards: ${host.memory().toFixed(0)} MB`);
  } finally {
    await host.stop();
  }
}
