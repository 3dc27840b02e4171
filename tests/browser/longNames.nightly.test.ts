import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { holdSession, type Portal, type Size, startPortal } from './harness.ts';
import { giveLongNames, outOfBox } from './longNames.ts';
import { screens, settle, showScreen } from './screens.ts';

const SIZES: Size[] = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
  await giveLongNames(portal.url);
});
afterAll(() => portal?.stop());

describe.concurrent('with names of 120 letters', () => {
  test.each(ROLES)('all that the %s sees stays in its box', async (role) => {
    const page = await portal.newPage();
    await holdSession(page, role);
    const found: Record<string, string[]> = {};
    for (const screen of screens.filter((one) => one.role === role)) {
      const [first] = SIZES as [Size];
      await page.setViewportSize(first);
      await showScreen(page, screen);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settle(page);
        const out = await outOfBox(page);
        if (out.length > 0) found[`${screen.name} at ${size.width}`] = out;
      }
    }
    expect(found).toEqual({});
  });
});
