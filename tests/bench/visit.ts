import type { CDPSession, Locator, Page } from 'playwright-core';
import { FEATURES } from '../../src/wire/appFeatures.ts';
import { tokenOf } from '../browser/demoCalls.ts';
import type { Portal } from '../browser/harness.ts';

const SLOWER = 4;
/** Largest layout shift that counts as none. */
export const MOST_SHIFT = 0.01;
export const ROW = 'tbody .RaDataTable-row';

interface Visit {
  page: Page;
  cdp: CDPSession;
}

export interface Session {
  token: string;
  features: readonly string[];
}

/** Opens an admin's page with an empty cache and a four times slower CPU. */
export const visit = async (portal: Portal): Promise<Visit> =>
  slowPage(await portal.newPage(), { token: await tokenOf(portal, 'admin'), features: FEATURES });

/** Gives a new page a session and a four times slower CPU, and notes when its first row is drawn. */
export async function slowPage(page: Page, { token, features }: Session): Promise<Visit> {
  await page.addInitScript(
    ({ token, features, row }) => {
      localStorage.setItem('userAuthToken', token);
      localStorage.setItem('hostFeatures', features);
      const marks = Object.assign(window, { firstRow: 0, shift: 0 });
      const look = () => {
        if (document.querySelector(row)) marks.firstRow = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) marks.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    },
    { token, features: features.join(' '), row: ROW },
  );
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, cdp };
}

export const mark = (page: Page, name: 'firstRow' | 'shift') =>
  page.evaluate((key) => (window as unknown as Record<string, number>)[key] ?? 0, name);

/** Opens `path` and counts requests and transferred bytes with headers, except the event stream. */
export async function transfer(page: Page, path: string, shown: string): Promise<{ bytes: number; requests: number }> {
  const cdp = await page.context().newCDPSession(page);
  let [bytes, requests] = [0, 0];
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests++;
  });
  await cdp.send('Network.enable');
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  for (let before = -1; before !== bytes; await page.waitForTimeout(1000)) before = bytes;
  return { bytes, requests };
}

/** Milliseconds from a click until the element or input `selector` contains the pattern `text`. */
export async function answer(page: Page, button: Locator, selector: string, text: string): Promise<number> {
  const painted = page.evaluate(
    ([where, words]) =>
      new Promise<number>((resolve) => {
        const clicked = ({ timeStamp }: Event) => {
          const look = () => {
            const shown = document.querySelector(where);
            const said = (shown instanceof HTMLInputElement ? shown.value : shown?.textContent)?.trim();
            if (!said || !new RegExp(words).test(said)) return requestAnimationFrame(look);
            return requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          look();
        };
        addEventListener('click', clicked, { capture: true, once: true });
      }),
    [selector, text] as [string, string],
  );
  await button.click();
  return painted;
}
