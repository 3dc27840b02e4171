import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { findFreePort, launchChromium, openPage, spawnServer, stopServer } from 'portal-frame/testing';
import { build } from 'vite';
import { fromRoot } from '../../scripts/lib/root.ts';
import { median } from './measure.ts';
import { PEERS } from './peersData.ts';
import { Table } from './table.ts';
import { answer, mark, ROW, type Session, slowPage, transfer } from './visit.ts';

const RECORDS = 20_000;
const ROUNDS = 5;
const CLICKS = 4;
const ASKED = { firstRow: 0.75, nextPage: 0.4, form: 0.75, requests: 12, kilobytes: 340 };

interface Site {
  url: string;
  path: string;
  session: Session;
  stop(): Promise<void>;
}

/** Creates the app's folder as `new:app` would, without its packages. */
function createFolder(base: string, name: string): string {
  const folder = join(base, name);
  mkdirSync(folder);
  for (const part of ['index.html', 'vite.config.ts', 'src/main.tsx', 'src/App.tsx', 'src/pages', 'src/i18n'])
    cpSync(fromRoot('frame/template', part), join(folder, part), { recursive: true });
  const filter = (path: string) => !path.endsWith('node_modules');
  cpSync(fromRoot('tests/bench/peers'), folder, { recursive: true, filter });
  cpSync(fromRoot('frame/template/tsconfig.json'), join(folder, 'tsconfig.json'));
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'));
  return folder;
}

function runIn(folder: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${args[0]} failed.`);
}

async function startSite(folder: string, path: string): Promise<Site> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), DEMO: 'off', TIME_ZONE: 'UTC' };
  const server = await spawnServer(env, folder);
  const body = JSON.stringify(PEERS.manager);
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/v1/auth/sign-in`, { method: 'POST', headers, body });
  const { data } = (await reply.json()) as { data: { userAuthToken: string; features: string[] } };
  const session = { token: data.userAuthToken, features: data.features };
  return { url, path, session, stop: () => stopServer(server) };
}

/** An app on the frame and a plain react-admin app, each with a server and data of its own. */
async function startSites(base: string): Promise<{ ours: Site; plain: Site }> {
  const [own, other] = [createFolder(base, 'ours'), createFolder(base, 'plain')];
  cpSync(fromRoot('tests/bench/peersData.ts'), join(base, 'peersData.ts'));
  mkdirSync(join(own, 'data'));
  runIn(own, join('server', 'seed.ts'), join(own, 'data'), String(RECORDS));
  cpSync(join(own, 'data'), join(other, 'data'), { recursive: true });
  runIn(own, fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn');
  await build({
    root: fromRoot('tests/bench/peersPlain'),
    configFile: fromRoot('vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(other, 'dist'), emptyOutDir: true },
  });
  const ours = await startSite(own, '/tools');
  return { ours, plain: await startSite(other, '/#/tools') };
}

const openSite = async (browser: Browser, { url, session }: Site) =>
  slowPage(await openPage(browser, url, []), session);

async function measureFirstRow(browser: Browser, site: Site) {
  const { page } = await openSite(browser, site);
  const { bytes, requests } = await transfer(page, site.path, ROW);
  const found = { time: await mark(page, 'firstRow'), bytes, requests };
  await page.context().close();
  return found;
}

/** Times of a turned page and of a form with its record, each the first one of a visit and later ones. */
async function measureClicks(browser: Browser, site: Site) {
  const { page } = await openSite(browser, site);
  await page.goto(site.path);
  await page.locator(ROW).first().waitFor();
  // Time to read, and the pointer over the button before the click.
  const read = () => page.waitForTimeout(2500);
  const hover = async (button: Locator) => {
    await button.hover();
    await page.waitForTimeout(300);
    return button;
  };
  const turns: number[] = [];
  const forms: number[] = [];
  for (let click = 0; click < CLICKS; click++) {
    await read();
    const shown = /T-\d+/.exec((await page.locator(ROW).first().textContent()) ?? '')?.[0] ?? '';
    const next = page.getByRole('button', { name: /next page/i });
    turns.push(await answer(page, await hover(next), `${ROW}:first-of-type`, `^(?!.*${shown}(?!\\d)).*T-`));
  }
  for (let click = 0; click < CLICKS; click++) {
    await read();
    const row = page.locator(ROW).nth(click).locator('td').nth(2);
    forms.push(await answer(page, await hover(row), 'form input[name=code]', '^T-'));
    await page.goBack();
    await page.locator('form input[name=code]').waitFor({ state: 'detached' });
    await page.locator(ROW).first().waitFor();
  }
  await page.context().close();
  return { turns, forms };
}

/** Compares the list and form of an app on the frame with a plain react-admin app, in Chromium at a quarter of the CPU. */
export async function benchPeersBrowser(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'portal-bench-browser-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  const { ours, plain } = await startSites(base);
  const browser = await launchChromium();
  try {
    const rows = { ours: [] as number[], plain: [] as number[] };
    let [own, other] = [
      { bytes: 0, requests: 0 },
      { bytes: 0, requests: 0 },
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [await measureFirstRow(browser, ours), await measureFirstRow(browser, plain)];
      rows.ours.push(a.time);
      rows.plain.push(b.time);
      [own, other] = [a, b];
    }
    const table = new Table('ours', 'plain');
    table.compare('first row at 4x, ms', median(rows.ours), median(rows.plain), ASKED.firstRow);
    table.alone('requests of the first list', own.requests, { most: ASKED.requests });
    table.alone('KB of the first list', own.bytes / 1000, { most: ASKED.kilobytes });
    table.alone('KB of the first list of the plain app', other.bytes / 1000);
    const [mine, theirs] = [await measureClicks(browser, ours), await measureClicks(browser, plain)];
    const later = (times: number[]) => median(times.slice(1));
    table.compare('next page, click to paint at 4x, ms', later(mine.turns), later(theirs.turns), ASKED.nextPage);
    table.compare('next page, the first time, ms', mine.turns[0] ?? 0, theirs.turns[0] ?? 0);
    table.compare('record form, click to paint at 4x, ms', later(mine.forms), later(theirs.forms), ASKED.form);
    table.compare('record form, the first time, ms', mine.forms[0] ?? 0, theirs.forms[0] ?? 0);
    console.log(table.text());
  } finally {
    await browser.close();
    await Promise.all([ours.stop(), plain.stop()]);
  }
}
