import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { findChromium } from '../../frame/testing/chromium.ts';
import { at } from '../../scripts/lib/root.ts';
import { startPortal } from '../browser/harness.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';

/** Fetched when it is needed: it is larger than everything else here together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const ROUNDS = 3;
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100 };
const MOST_LCP = 1800;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }>;
}

/** Runs Lighthouse with its simulated phone on the sign-in screen and prints what it says; says so where it cannot be had. */
export async function benchLighthouse(): Promise<void> {
  const portal = await startPortal();
  try {
    const reports: Report[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const report = run(`${portal.url}/signin`);
      if (!report) return;
      reports.push(report);
    }
    const table = new Table('ours', '');
    for (const [category, least] of Object.entries(LEAST)) {
      const scores = reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100);
      table.alone(`sign-in: Lighthouse, ${category}`, median(scores), { least });
    }
    const lcp = reports.map(
      ({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
    );
    table.alone('sign-in: LCP, ms', median(lcp), { most: MOST_LCP });
    console.log(table.text());
    const failed = Object.values(reports[0]?.audits ?? {}).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
    );
    for (const { title } of failed) console.log(`failed: ${title}`);
  } finally {
    await portal.stop();
  }
}

/** One report; null where Lighthouse cannot be had or does not run. */
function run(url: string): Report | null {
  const { stdout, stderr } = spawnSync(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', '--output-path=stdout'],
      `--only-categories=${Object.keys(LEAST)}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: {
        ...process.env,
        CHROME_PATH: findChromium(),
        // It wants the Node that runs here, which need not be the machine's.
        PATH: [at('node_modules', '.bin'), process.env.PATH].join(delimiter),
      },
    },
  );
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    console.log(`Lighthouse could not be run (${LIGHTHOUSE}): ${stderr.trim().split('\n').at(-1) ?? ''}`);
    return null;
  }
}
