import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from 'portal-frame/testing';
import { FEATURES } from '../../src/wire/appFeatures.ts';
import { TIME_ZONE } from './calls.ts';
import { startHost } from './host.ts';
import { load } from './load.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';

const SLOWER = 4;
const DAYS = 28;
/** 2,000 a week for 40 employees. */
const PER_DAY = 286;
const SCROLLED_MS = 6000;
const SPEED = 1.2;

export async function benchCalendar(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-calendar-'));
  const table = new Table('at 4x', '');
  await load({ dataDir }, DAYS * PER_DAY, PER_DAY);
  const host = await startHost({ dataDir });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: TIME_ZONE });
    page.setDefaultTimeout(120_000);
    await page.addInitScript(
      ({ token, features, zone }) => {
        localStorage.setItem('userAuthToken', token);
        localStorage.setItem('hostFeatures', features);
        localStorage.setItem('businessTimeZone', zone);
      },
      { token: host.tokens.admin, features: FEATURES.join(' '), zone: TIME_ZONE },
    );
    await page.goto(`${host.origin}/appointments`);
    await page.getByRole('button', { name: 'Calendar', exact: true }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await measure(page, table);
    console.log(table.text());
  } finally {
    await browser.close();
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from a click to the frame with the new entries and title. */
async function shown(page: Page, button: string): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('[data-entry]');
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              const found = document.querySelectorAll('[data-entry]');
              if (found.length === 0 || found[0] === before) return requestAnimationFrame(look);
              return requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.getByRole('button', { name: button, exact: true }).click();
  return painted;
}

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/** Frame times while the calendar scrolls down and up at SPEED. */
const scrolled = (page: Page): Promise<number[]> =>
  page.evaluate(
    ([ms, speed]) => {
      const scroller = document.querySelector('.calendar .ec-main');
      if (!scroller) throw new Error('There is no calendar.');
      scroller.scrollTop = 0;
      return new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const start = performance.now();
        let last = start;
        const step = (now: number) => {
          times.push(now - last);
          const way = Math.min(now - last, 100) * speed * (now - start < ms / 2 ? 1 : -1);
          last = now;
          if (now - start > ms) return resolve(times.slice(1));
          scroller.scrollTop += way;
          return requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      });
    },
    [SCROLLED_MS, SPEED] as const,
  );

/** Frame times while an unassigned entry is dragged over the lanes and back. */
async function dragged(page: Page): Promise<number[]> {
  const box = await page.locator('.ec-draggable [data-entry]:not(.calendar-fixed)').first().boundingBox();
  if (!box) throw new Error('Nothing can be dragged.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = performance.now();
        const drag = Object.assign(window, { dropped: false });
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          if (drag.dropped) resolve(times.slice(1));
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
  for (let step = 1; step <= 60; step++) await page.mouse.move(x, y + 8 * Math.sin(step / 9) * step * 0.6);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await page.evaluate(() => Object.assign(window, { dropped: true }));
  return frames;
}

function report(table: Table, what: string, frames: number[]): void {
  table.alone(`${what}: frame, p50, ms`, median(frames));
  table.alone(`${what}: frame, p95, ms`, quantile(frames, 0.95));
  table.alone(`${what}: longest frame, ms`, Math.max(...frames));
}

async function measure(page: Page, table: Table): Promise<void> {
  table.alone('day, the first time, click to paint, ms', await shown(page, 'Calendar'));
  await page.waitForTimeout(1000);
  table.alone('day: entries drawn of 286', await page.locator('[data-entry]').count());
  report(table, 'day, scrolling', await scrolled(page));
  table.alone('week, click to paint, ms', await shown(page, 'Week'));
  await page.waitForTimeout(2000);
  table.alone('week: entries drawn of 2,002', await page.locator('[data-entry]').count());
  report(table, 'week, scrolling', await scrolled(page));
  report(table, 'week, dragging', await dragged(page));
  table.alone('former week, click to paint, ms', await shown(page, 'Previous week'));
  await page.waitForTimeout(2000);
  const key = await page.evaluate(async () => {
    (document.querySelector('[data-entry][tabindex="0"]') as HTMLElement | null)?.focus();
    const times: number[] = [];
    for (let step = 0; step < 30; step++) {
      const start = performance.now();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - start);
    }
    return times;
  });
  table.alone('week, an arrow key to paint, p50, ms', median(key));
}
