import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { settle } from './screens.ts';

export async function changed(page: Page, make: () => Promise<void>): Promise<void> {
  let made = false;
  const fetched = page.waitForResponse((response) => {
    made ||= /(assign|change)-appointment\//.test(response.url());
    return made && response.url().includes('get-appointments?');
  });
  await Promise.all([fetched, make()]);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

export const dragBy = (...drag: Parameters<typeof dragTo>) => changed(drag[0], () => dragTo(...drag));

export async function dragTo(page: Page, patient: string, right: number, lane?: string): Promise<void> {
  await settle(page);
  const from = await vi.waitUntil(() => page.getByRole('button', { name: patient }).boundingBox(), { timeout: 10_000 });
  const head = lane === undefined ? null : await page.locator('.ec-row-head', { hasText: lane }).boundingBox();
  const [x, y] = [from.x + 20, from.y + from.height / 2];
  const to = head ? head.y + Math.min(20, head.height / 2) : y;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, (y + to) / 2, { steps: 4 });
  await page.mouse.move(x + right, to, { steps: 4 });
  await page.mouse.up();
}
