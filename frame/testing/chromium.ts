import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { appFile } from '../build/files.ts';
import { installPackages, mayInstallPackages, run, which } from '../build/run.ts';

/** Chromium without its windows: draws the same with about a quarter less of the processor. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium that the browser tests drive: CHROMIUM_PATH, one in PATH, or Playwright's own; undefined if none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const own = chromium.executablePath();
  return NAMES.map(which).find((path) => path !== undefined) ?? (existsSync(own) ? own : undefined);
}

/** Whether it starts here: a downloaded one may lack the system's libraries. */
async function starts(path: string | undefined): Promise<boolean> {
  if (!path) return false;
  const { code } = await run(path, ['--version', '--no-sandbox'], { quiet: true });
  return code === 0;
}

/**
 * Gives the path of a Chromium that starts, one without windows first, getting one where there is none: Playwright's
 * download, then Debian's package. Throws an Error that says what to do where neither can be had.
 */
export async function ensureChromium(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  for (const found of CHROMIUM_PATH ? [CHROMIUM_PATH] : [which(SHELL), findChromium()])
    if (found && (await starts(found))) return found;
  if (CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH (${CHROMIUM_PATH}) does not start.`);

  console.log('No Chromium here yet; trying to download one ...');
  const download = [appFile('node_modules/playwright-core/cli.js'), 'install', '--only-shell', 'chromium'];
  await run(process.execPath, download, { quiet: true });
  const own = chromium.executablePath();
  if (existsSync(own) && (await starts(own))) return own;

  let reason = 'Debian’s package cannot be installed from here (that takes apt-get and root)';
  if (mayInstallPackages()) {
    console.log('The download did not work; installing Debian’s package ...');
    // The package without windows is not in every release.
    for (const name of [SHELL, 'chromium']) {
      reason = (await installPackages(name, 'fonts-dejavu-core')) ?? 'it does not start';
      const installed = which(name);
      if (installed && (await starts(installed))) return installed;
    }
  }
  throw new Error(`No Chromium: ${reason}. Install one and set CHROMIUM_PATH to it.`);
}
