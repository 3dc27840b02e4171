// npm test of an app: its types, its texts, its build and the tests of its tests folder. Words after it choose test files.
import { buildPortal, isBuilt } from '../build/built.ts';
import { checkTexts } from '../build/checkTexts.ts';
import { appFile } from '../build/files.ts';
import { run } from '../build/run.ts';
import { appFolder } from '../server/base/appFolder.ts';
import { ensureChromium } from '../testing/chromium.ts';

const tool = (path: string, args: readonly string[], env = {}) =>
  run(process.execPath, [appFile('node_modules', path), ...args], { env });

const { code: types } = await tool('typescript/bin/tsc', ['-p', '.']);
const texts = await checkTexts(appFolder);
for (const line of texts.warnings) console.warn(line);
for (const line of texts.errors) console.error(line);
const built = isBuilt() || buildPortal();
const env = { NODE_ENV: 'test', CHROMIUM_PATH: await ensureChromium().catch(() => undefined) };
const { code: tests } = await tool('vitest/vitest.mjs', ['run', ...process.argv.slice(2)], env);
if (types !== 0 || texts.errors.length > 0 || !built || tests !== 0) process.exit(1);
