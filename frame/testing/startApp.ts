import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { appFolder } from '../server/base/appFolder.ts';
import { API_ROOT, getCallPath } from '../wire/call.ts';
import { authCalls } from '../wire/calls/authCalls.ts';
import { createTestDatabase } from './database.ts';
import { listMails, waitForMail } from './mails.ts';
import { findFreePort, runJob, spawnServer, stopServer } from './serverProcess.ts';
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
  /** Sends a file as multipart, such as `upload('/collections/notes/files', 'scan', new File([bytes], 'scan.pdf'))`. */
  upload(path: string, field: string, file: File): Promise<ApiReply>;
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
  /** Returns the last mail to an address, decoded: `Subject: …`, an empty line and the text. Waits for the first. */
  waitForMail(email: string): Promise<string>;
  /** Runs a job of server/jobs that has a schedule now, and returns its result. Throws an Error if it fails. */
  runJob(name: string): Promise<unknown>;
  /** Opens a signed-out page. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Opens a page and signs in. */
  signInPage(email: string, password: string, options?: PageOptions): Promise<Page>;
  /** Errors of all pages. */
  errors: string[];
  stop(): Promise<void>;
}

const MANAGER = 'manager@example.test';
const CODE = /\b\d{6,10}\b/;

type Ask = (method: string, path: string, token: string, body?: object | FormData) => Promise<ApiReply>;

const createAsk =
  (url: string): Ask =>
  async (method, path, token, body) => {
    const isForm = body instanceof FormData;
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
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
    upload: (path, field, file) => {
      const form = new FormData();
      form.append(field, file);
      return ask('POST', at(path), token, form);
    },
  };
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
  const seen = listMails(dataDir);
  await callAsRole(authCalls.forgotPassword, { email: account.email });
  // An invitation may come after the request, and holds no code.
  const mail = await waitForMail(dataDir, account.email, { seen, text: CODE });
  const code = CODE.exec(mail)?.[0];
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
  const newPage = async (options?: PageOptions) => {
    browser ??= await launchChromium();
    return openPage(browser, url, errors, options);
  };
  return {
    url,
    errors,
    database: /database (\w+)/.exec(heard)?.[1] ?? '',
    manager: { email: MANAGER, password: /password: (\S+)/.exec(heard)?.[1] ?? '' },
    signIn: (email, password) => signIn(ask, email, password),
    setPassword: (account, newPassword) => setPassword(ask, dataDir, account, newPassword),
    waitForMail: (email) => waitForMail(dataDir, email),
    runJob: (name) => runJob(server, name),
    newPage,
    async signInPage(email, password, options) {
      const page = await newPage(options);
      await page.goto('/signin');
      await page.locator('input[name="email"]').fill(email);
      await page.locator('input[name="password"]').fill(password);
      await page.locator('button[type="submit"]').click();
      await page.waitForURL((address) => address.pathname !== '/signin');
      return page;
    },
    async stop() {
      await browser?.close();
      await stopServer(server);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
