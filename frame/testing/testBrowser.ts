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
  /** Whether its browser runs scripts; it does where left out. */
  scripts?: boolean;
}

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/** Milliseconds after which something is taken to hang: a busy machine takes many times as long as a quiet one. */
export const BROWSER_TIMEOUT_MS = 60_000;

/** Chromium; throws an Error where there is none (`npm test` gets one). */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: run `npm test`, which gets one.');
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}

/**
 * A page of somebody new: nothing stored, nobody signed in. What goes wrong on it is added to `errors`: errors of scripts,
 * errors and warnings of the console, replies of 500 and above.
 */
export async function openPage(
  browser: Browser,
  baseURL: string,
  errors: string[],
  { size = DESKTOP, theme = 'light', scripts = true }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
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
    // A stream that ends with its server is connected anew; browsers log each try.
    const stream = message.location().url.includes(EVENTS_PATH);
    if (['error', 'warning'].includes(message.type()) && !stream) errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (reply) => {
    // The stream is asked for again while its server starts.
    const starting = reply.status() === 503 && reply.url().includes(EVENTS_PATH);
    if (reply.status() >= 500 && !starting) errors.push(`${reply.url()}: ${reply.status()}`);
  });
  return page;
}
