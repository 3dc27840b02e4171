import type { CDPSession, Page } from 'playwright-core';
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

/** Opens an admin's page with an empty cache and a four times slower CPU. */
export async function visit(portal: Portal): Promise<Visit> {
  const token = await tokenOf(portal, 'admin');
  const page = await portal.newPage();
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
    { token, features: FEATURES.join(' '), row: ROW },
  );
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, cdp };
}

export const mark = (page: Page, name: 'firstRow' | 'shift') =>
  page.evaluate((key) => (window as unknown as Record<string, number>)[key] ?? 0, name);
