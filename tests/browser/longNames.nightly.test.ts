import { beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import type { Size } from './harness.ts';
import { giveLongNames, outOfBox } from './longNames.ts';
import { pageAs, startForFile } from './portalOfFile.ts';
import { screens, settle, showScreen } from './screens.ts';

const SIZES: Size[] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const portal = startForFile();
beforeAll(() => giveLongNames(portal.url));

describe.concurrent('names of 120 letters', () => {
  test.each(ROLES)('stay inside their boxes on all screens of the %s', async (role) => {
    const page = await pageAs(portal, role);
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
