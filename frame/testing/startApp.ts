import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { appFolder } from '../server/base/appFolder.ts';
import { API_ROOT, getCallPath } from '../wire/call.ts';
import { authCalls } from '../wire/calls/authCalls.ts';
import { createTestDatabase } from './database.ts';
import { findFreePort, spawnServer, stopServer } from './serverProcess.ts';
import { launchChromium, openPage, type PageOptions } from './testBrowser.ts';

export interface ApiReply {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it.
  body: any;
}

/** A signed-in client for paths below /api/v1. */
export interface Client {
  get(path: string): Promise<ApiReply>;
  post(path: string, body?: object): Promise<ApiReply>;
  put(path: string, body: object): Promise<ApiReply>;
  delete(path: string): Promise<ApiReply>;
}

/** The app's real server with an own database and its first account. */
export interface RunningApp {
  url: string;
  /** `sqlite`, or `postgres` with TEST_DATABASE_URL. */
  database: string;
  manager: { email: string; password: string };
  signIn(email: string, password: string): Promise<Client>;
  /** Sets a password through the mailed code. */
  setPassword(account: { email: string; role: string }, password: string): Promise<void>;
  /** Returns the last mail to an address; waits for the first. */
  waitForMail(email: string): Promise<string>;
  /** Opens a signed-out page. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Errors of all pages. */
  errors: string[];
  stop(): Promise<void>;
}

const MANAGER = 'manager@example.test';
const MAIL_TIMEOUT_MS = 10_000;

type Ask = (method: string, path: string, token: string, body?: object) => Promise<ApiReply>;

const createAsk =
  (url: string): Ask =>
  async (method, path, token, body) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { code: reply.status, body: text === '' ? undefined : JSON.parse(text) };
  };

async function signIn(ask: Ask, email: string, password: string): Promise<Client> {
  const { code, body } = await ask('POST', getCallPath(authCalls.signIn), '', { email, password });
  if (code !== 200) throw new Error(`${email} could not sign in: ${body?.message}`);
  const token: string = body.data.userAuthToken;
  const at = (path: string) => `${API_ROOT}${path}`;
  return {
    get: (path) => ask('GET', at(path), token),
    post: (path, values) => ask('POST', at(path), token, values ?? {}),
    put: (path, values) => ask('PUT', at(path), token, values),
    delete: (path) => ask('DELETE', at(path), token),
  };
}

/** Returns the texts of the mails in the data folder's outbox, oldest first. */
function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ name }) => name)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns the newest mail to an address after the first `seen` ones; waits for it. */
async function waitForMail(dataDir: string, email: string, seen = 0): Promise<string> {
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await delay(50)) {
    const found = readMails(dataDir)
      .slice(seen)
      .findLast((mail) => mail.includes(email));
    if (found) return found;
  }
  throw new Error(`No mail came to ${email}.`);
}

async function setPassword(ask: Ask, dataDir: string, account: { email: string; role: string }, newPassword: string) {
  const callAsRole = async (
    call: (typeof authCalls)['verifyOtp' | 'forgotPassword' | 'resetPassword'],
    body: object,
  ) => {
    const answer = await ask('POST', getCallPath(call), '', { ...body, role: account.role });
    if (answer.code !== 200) throw new Error(`${account.email}: ${answer.body?.message}`);
    return answer.body.data;
  };
  const seen = readMails(dataDir).length;
  await callAsRole(authCalls.forgotPassword, { email: account.email });
  const code = /\b\d{6,10}\b/.exec(await waitForMail(dataDir, account.email, seen))?.[0];
  const { userId } = await callAsRole(authCalls.verifyOtp, { email: account.email, otp: Number(code) });
  await callAsRole(authCalls.resetPassword, { userId, newPassword });
}

/**
 * Starts the app of the current folder with an empty database. `env` adds variables. `npm test` runs tests on SQLite,
 * then on PostgreSQL.
 */
export async function startApp(env: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'app-test-'));
  const database = await createTestDatabase();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const errors: string[] = [];
  let browser: Browser | undefined;
  let heard = '';
  const server = await spawnServer(
    {
      ...{ DEMO: 'off', ADMIN_EMAIL: MANAGER, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: database.url ?? '' },
      ...env,
    },
    appFolder,
    (text) => {
      heard += text;
    },
  );
  const ask = createAsk(url);
  return {
    url,
    errors,
    database: /database (\w+)/.exec(heard)?.[1] ?? '',
    manager: { email: MANAGER, password: /password: (\S+)/.exec(heard)?.[1] ?? '' },
    signIn: (email, password) => signIn(ask, email, password),
    setPassword: (account, newPassword) => setPassword(ask, dataDir, account, newPassword),
    waitForMail: (email) => waitForMail(dataDir, email),
    async newPage(options) {
      browser ??= await launchChromium();
      return openPage(browser, url, errors, options);
    },
    async stop() {
      await browser?.close();
      await stopServer(server);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
