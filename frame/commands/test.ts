// npm test of an app: types, texts, build and tests, on SQLite and PostgreSQL. Arguments select test files.

import { checkTexts } from '../build/checkTexts.ts';
import { appFile } from '../build/paths.ts';
import { buildPortal, isBuilt } from '../build/portalBuild.ts';
import { run } from '../build/run.ts';
import { appFolder } from '../server/base/appFolder.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { type Postgres, startPostgres } from '../testing/postgres.ts';

const tool = (path: string, args: readonly string[], env = {}) =>
  run(process.execPath, [appFile('node_modules', path), ...args], { env });

const { code: types } = await tool('typescript/bin/tsc', ['-p', '.']);
const texts = await checkTexts(appFolder);
for (const line of texts.warnings) console.warn(line);
for (const line of texts.errors) console.error(line);
const built = isBuilt() || buildPortal();
const env = { NODE_ENV: 'test', CHROMIUM_PATH: await ensureChromium().catch(() => undefined) };
const runTests = async (url: string | undefined) =>
  (await tool('vitest/vitest.mjs', ['run', ...process.argv.slice(2)], { ...env, TEST_DATABASE_URL: url })).code === 0;
const onSqlite = await runTests(undefined);
if (types !== 0 || texts.errors.length > 0 || !built || !onSqlite || !(await runOnPostgres())) process.exit(1);

/** Passes with a warning if there is no PostgreSQL. */
async function runOnPostgres(): Promise<boolean> {
  let database: Postgres;
  try {
    database = await startPostgres();
  } catch (cause) {
    console.warn(
      `The tests were not run on PostgreSQL: ${(cause as Error).message}. Install it, or set TEST_DATABASE_URL.`,
    );
    return true;
  }
  console.log('\nThe same tests on PostgreSQL:');
  const isGood = await runTests(database.url);
  database.stop();
  return isGood;
}
