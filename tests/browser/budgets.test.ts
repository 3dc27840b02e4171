// Issue 6: how much a visitor's first screens transfer, exactly: compressed bytes with headers, all requests.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '../../frame/wire/call.ts';
import { EVENTS_PATH } from '../../frame/wire/events.ts';
import { DEMO_PASSWORD } from '../../server/demo/staff.ts';
import { FEATURES } from '../../src/wire/features.ts';
import { calls } from '../../src/wire/index.ts';
import { type Portal, startPortal } from './harness.ts';

const KB = 1000;
const SIGN_IN = 130 * KB;
const LIST = 380 * KB;
/** Files of what only other screens need: charts, push, Spanish, forms, filters, popups. */
const LATER =
  /\/(charts|firebase|es|FormView|Filters|inputs|Autocomplete|ShowSheet|EditSheet|checks|CalendarView|Settings|Profile)-/;
/** What listens to changes: fetched once the screen is at rest, and counted by itself. */
const LIVE = /\/(live-|api\/v1\/common\/events)/;
const LISTENING = 5 * KB;
/** One file each, or two, for the sign-in, the list, their libraries and what comes lazily. */
const MOST_SCRIPTS = 20;

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

/** Counts what the page transfers from now on: bytes by address. */
async function watch(page: Page): Promise<Map<string, number>> {
  const cdp = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? requestId;
    bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  await cdp.send('Network.enable');
  return bytes;
}

async function newToken(): Promise<string> {
  const reply = await fetch(portal.url + pathOf(calls.signIn), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: DEMO_PASSWORD }),
  });
  return ((await reply.json()) as { data: { userAuthToken: string } }).data.userAuthToken;
}

const total = (bytes: Map<string, number>) => [...bytes.values()].reduce((sum, one) => sum + one, 0);

/** Waits until nothing more comes; the stream of events, which never ends, is not counted. */
async function calm(page: Page, bytes: Map<string, number>): Promise<void> {
  for (let before = -1; before !== total(bytes); await page.waitForTimeout(1000)) before = total(bytes);
}

test('The sign-in is usable after at most 130 KB', async () => {
  const page = await portal.newPage();
  const bytes = await watch(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Login' }).waitFor();
  await calm(page, bytes);
  // Less would mean that nothing was counted.
  expect(total(bytes)).toBeGreaterThan(30 * KB);
  expect(total(bytes)).toBeLessThanOrEqual(SIGN_IN);
});

test('The first list of a signed-in person takes at most 380 KB in few files, without charts, forms, push and Spanish', async () => {
  const page = await portal.newPage();
  const token = await newToken();
  const kept = { userAuthToken: token, hostFeatures: FEATURES.join(' ') };
  await page.addInitScript((values) => Object.assign(localStorage, values), kept);
  const bytes = await watch(page);
  const listening = page.waitForResponse(`**${EVENTS_PATH}*`);
  await page.goto('/appointments');
  await page.locator('tbody .RaDataTable-row').nth(9).waitFor();
  // What listens to changes comes last.
  await listening;
  await calm(page, bytes);
  const live = total(new Map([...bytes].filter(([address]) => LIVE.test(address))));
  expect(total(bytes) - live).toBeLessThanOrEqual(LIST);
  expect(live).toBeGreaterThan(0);
  expect(live).toBeLessThanOrEqual(LISTENING);
  expect([...bytes.keys()].filter((address) => LATER.test(address))).toEqual([]);
  expect([...bytes.keys()].filter((address) => address.endsWith('.js')).length).toBeLessThanOrEqual(MOST_SCRIPTS);
});
