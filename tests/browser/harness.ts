import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Role } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { storeSession } from 'portal-frame/internal/tools';
import {
  findFreePort,
  launchChromium,
  openPage,
  type PageOptions,
  spawnServer,
  stopServer,
} from 'portal-frame/testing';
import { root } from '../../scripts/lib/root.ts';
import { DEMO_PASSWORD, EMPLOYEES } from '../../server/demo/demoStaff.ts';
import { calls } from '../../src/wire/index.ts';

export { DESKTOP, type PageOptions, PHONE, type Size } from 'portal-frame/testing';

/** The real server with the built portal and demo data, and a Chromium. */
export interface Portal {
  url: string;
  dataDir: string;
  demo: { employeeCode: string };
  /** Opens a page of a new, empty browser context. */
  newPage(options?: PageOptions): Promise<Page>;
  restart(): Promise<void>;
  stopServer(signal?: NodeJS.Signals): Promise<void>;
  startServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Failures of all pages since the last test: script errors, console errors and warnings, replies of 500 and above. */
export const logged: string[] = [];
let allowed: RegExp[] = [];

/** Allows logs that the test causes on purpose. Others fail the test (quietLog.ts). */
export const allowLog = (...patterns: RegExp[]) => void allowed.push(...patterns);

/** Logs of calls and files that a killed server does not answer: refused, reset, cut off or 503. */
export const WITHOUT_SERVER = [/net::ERR_/, /\b503\b/, /Failed to fetch dynamically imported module/];

/** Returns the unexpected logs and resets the list. */
export function takeUnexpected(): string[] {
  const patterns = allowed;
  allowed = [];
  return logged.splice(0).filter((one) => !patterns.some((pattern) => pattern.test(one)));
}

/**
 * Starts a portal. If DEMO_DATA names a prepared folder (demoData.ts), it starts with a copy. `env` is passed to each
 * start of the server. `directory` is the checkout to run, by default this one.
 */
export async function startPortal(env: Record<string, string> = {}, directory = root): Promise<Portal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-browser-'));
  const { DEMO_DATA } = process.env;
  if (DEMO_DATA && directory === root) cpSync(DEMO_DATA, dataDir, { recursive: true });
  const port = await findFreePort();
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;

  async function startServer() {
    server = await spawnServer({ ...env, PORT: String(port), DATA_DIR: dataDir }, directory);
  }
  const stopPortalServer = async (signal?: NodeJS.Signals) => server && stopServer(server, signal);

  await startServer();
  browser = await launchChromium();

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    demo: { employeeCode: EMPLOYEES[0]?.code ?? '' },
    newPage: (options) => openPage(browser as Browser, `http://127.0.0.1:${port}`, logged, options),
    async restart() {
      await stopPortalServer();
      await startServer();
    },
    stopServer: stopPortalServer,
    startServer,
    async stop() {
      await browser?.close();
      await stopPortalServer();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function signInAs(page: Page, role: Role, email = `${role}@demo.test`, password: string = DEMO_PASSWORD) {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: /^(Dashboard|Run sheet)$/, level: 1 }).waitFor();
}

/** Signs a demo account in by request and stores its session in the page's browser. */
export async function holdSession(page: Page, role: Role, email = `${role}@demo.test`, password = DEMO_PASSWORD) {
  const reply = await page.request.post(getCallPath(calls.signIn), { data: { email, password } });
  const { data } = await reply.json();
  // No await below: several pages may receive sessions at once.
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
  storeSession(data.userAuthToken, { ...data, email });
  await page.goto('/favicon.svg');
  await page.evaluate(
    (all) => {
      for (const [name, value] of all) localStorage.setItem(name, value);
    },
    [...kept],
  );
}
