import { type Browser, chromium, type Page } from 'playwright-core';
import { EVENTS_PATH } from '../wire/events.ts';
import { findChromium } from './chromium.ts';

export interface Size {
  width: number;
  height: number;
}
export const DESKTOP: Size = { width: 1440, height: 900 };
export const PHONE: Size = { width: 390, height: 844 };

export interface PageOptions {
  size?: Size;
  theme?: 'light' | 'dark';
  /** A phone or tablet instead of a mouse. */
  touch?: boolean;
  /** True by default. */
  scripts?: boolean;
}

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/** A busy machine takes many times as long as a quiet one. */
export const BROWSER_TIMEOUT_MS = 60_000;

/** Throws an Error without Chromium; `npm test` installs one. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: run `npm test`, which gets one.');
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}

/** Opens a signed-out page. Adds script errors, console errors and warnings, and replies from 500 on to `errors`. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  errors: string[],
  { size = DESKTOP, theme = 'light', touch = false, scripts = true }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    javaScriptEnabled: scripts,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    baseURL,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The portal reconnects a stream whose server ended, and browsers ask for the icon of a bare file; both log it.
    const ignored = [EVENTS_PATH, '/favicon.ico'].some((path) => message.location().url.includes(path));
    if (['error', 'warning'].includes(message.type()) && !ignored) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (reply) => {
    // The portal retries the stream while the server starts.
    const starting = reply.status() === 503 && reply.url().includes(EVENTS_PATH);
    if (reply.status() >= 500 && !starting) errors.push(`${reply.url()}: ${reply.status()}`);
  });
  return page;
}
