// npm run bench: measures how response times grow with the number of appointments, and compares the portal with a plain
// react-admin app.
// `--rows 1000000` sets the larger table (100,000), and `--postgres` uses PostgreSQL. Arguments select calls or parts.
// Parts: `portal`, `calendar` (2,000 appointments in a week), `import` (10,000 CSV rows), `effort` (hostile texts).
// `collections` (lists of a generated resource), `changes` (of its config), `waits` (delays that one person causes).
// `peers` (an app on the frame, on either database, beside plain Fastify and SQLite, CPU per answer; `--rows` tools and
// three times as many loans, 20,000 without it). `gate` fails if its ratios are 20 % worse than the recorded ones;
// `gate record` records them. `peersBrowser` (that app beside plain react-admin, in Chromium).
// `closing` (10,000 visits of a month are closed beside other people's work).
// `plan` searches times for a visit and plans a day. With `--solomon FOLDER` it plans Solomon's instances for a second
// each, and prints the gap to the best known.
import '../server/app.ts';
import { parseArgs } from 'node:util';
import { buildPortal, isBuilt } from '../frame/build/portalBuild.ts';
import { run } from '../frame/build/run.ts';
import { startPostgres } from '../frame/testing/postgres.ts';
import { benchApi } from '../tests/bench/api.ts';
import { benchCalendar } from '../tests/bench/calendar.ts';
import { benchChanges } from '../tests/bench/changes.ts';
import { benchCollections } from '../tests/bench/collections.ts';
import { benchGate } from '../tests/bench/gate.ts';
import { benchImport } from '../tests/bench/import.ts';
import { benchPeers } from '../tests/bench/peers.ts';
import { benchPeersBrowser } from '../tests/bench/peersBrowser.ts';
import { benchPortal } from '../tests/bench/portal.ts';
import { benchWaits } from '../tests/bench/waits.ts';
import { fromRoot } from './lib/root.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    solomon: { type: 'string' },
  },
});
const rows = Number(values.rows ?? 100_000);
if (!Number.isInteger(rows) || rows < 10_000) {
  console.error('--rows is an integer of 10000 or more.');
  process.exit(2);
}
const parts = {
  portal: benchPortal,
  calendar: benchCalendar,
  import: () => benchImport({ rows, databaseUrl: postgres?.url }),
  collections: () => benchCollections({ rows, databaseUrl: postgres?.url }, words),
  closing: () => {
    // The pool of the tests reads it when it is loaded.
    if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
    return run(process.execPath, [fromRoot('tests/bench/closing.ts')]);
  },
  changes: () => benchChanges({ rows, databaseUrl: postgres?.url }),
  effort: () => run(process.execPath, [fromRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'bench']),
  peers: () => benchPeers(words, { rows: values.rows ? rows : undefined, databaseUrl: postgres?.url }),
  peersBrowser: benchPeersBrowser,
  gate: () => benchGate(words),
  plan: () =>
    run(process.execPath, [
      fromRoot('features/dayPlans/tests/planBench.ts'),
      ...(values.solomon ? [values.solomon] : []),
    ]),
  waits: () => benchWaits({ rows, databaseUrl: postgres?.url }, words),
};
const IN_BROWSER: ReadonlySet<string> = new Set(['portal', 'calendar']);
const isPart = (word: string): word is keyof typeof parts => word in parts;
const chosen = positionals.filter(isPart);
const words = positionals.filter((word) => !isPart(word));
const withApi = chosen.length === 0;
const inBrowser = positionals.length === 0 || chosen.some((part) => IN_BROWSER.has(part));
if (inBrowser && !isBuilt() && !buildPortal()) process.exit(1);
const IN_DATABASE: ReadonlySet<string> = new Set(['import', 'collections', 'changes', 'closing', 'peers', 'waits']);
const postgres =
  values.postgres && (withApi || chosen.some((part) => IN_DATABASE.has(part))) ? await startPostgres() : undefined;
try {
  if (withApi) await benchApi({ rows, databaseUrl: postgres?.url, words: positionals });
  for (const part of positionals.length === 0 ? (['portal', 'calendar'] as const) : chosen) await parts[part]();
} finally {
  postgres?.stop();
}
