import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/wire/call.ts';
import { DESKTOP, PHONE, type Portal, signInAs, startPortal } from './harness.ts';
import { screens, showScreen } from './screens.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

const looks = [DESKTOP, PHONE].flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));

describe.each([null, ...ROLES])('%s', (role) => {
  describe.each(looks)('$size.width px, $theme', (look) => {
    let page: Page;
    beforeAll(async () => {
      page = await portal.newPage(look);
      if (role) await signInAs(page, role);
    });
    afterAll(() => page?.context().close());

    test.each(screens.filter((screen) => screen.role === role))('$name', async (screen) => {
      await showScreen(page, screen);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
      expect(told).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
    });
  });
});

test('no screen said an error', () => {
  expect(portal.errors.filter((error) => !error.includes('/nowhere'))).toEqual([]);
});
