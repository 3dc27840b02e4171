import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { appFile } from '../build/paths.ts';
import { canInstallPackages, findProgram, installPackages, run } from '../build/run.ts';

const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findInstalled(): string[] {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return [CHROMIUM_PATH];
  const own = chromium.executablePath();
  return [...NAMES.map(findProgram), existsSync(own) ? own : undefined].filter((path) => path !== undefined);
}

/** Finds an installed Chromium. */
export const findChromium = (): string | undefined => findInstalled()[0];

async function canStart(path: string): Promise<boolean> {
  const { code } = await run(path, ['--version', '--no-sandbox'], { quiet: true });
  return code === 0;
}

/**
 * Finds a working Chromium, headless first; else downloads Playwright's or installs Debian's.
 * Throws an Error that says what to do.
 */
export async function ensureChromium(): Promise<string> {
  for (const path of findInstalled()) if (await canStart(path)) return path;
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH (${CHROMIUM_PATH}) does not start.`);

  console.log('No Chromium here yet; trying to download one ...');
  const download = [appFile('node_modules/playwright-core/cli.js'), 'install', '--only-shell', 'chromium'];
  await run(process.execPath, download, { quiet: true });
  const own = chromium.executablePath();
  if (existsSync(own) && (await canStart(own))) return own;

  let reason = 'Debian’s package cannot be installed from here (that takes apt-get and root)';
  if (canInstallPackages()) {
    console.log('The download did not work; installing Debian’s package ...');
    // Not every Debian release has the headless package.
    for (const name of [SHELL, 'chromium']) {
      reason = (await installPackages(name, 'fonts-dejavu-core')) ?? 'it does not start';
      const path = findProgram(name);
      if (path && (await canStart(path))) return path;
    }
  }
  throw new Error(`No Chromium: ${reason}. Install one and set CHROMIUM_PATH to it.`);
}
