import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../src/wire/call.ts';
import { DESKTOP, PHONE, type Portal, signInAs, startPortal } from './harness.ts';
import { type Screen, screens, settle, showScreen } from './screens.ts';

/** Each width and each theme once; LOOKS=all has each width in both. */
const LOOKS: [size: typeof DESKTOP, colorScheme: 'light' | 'dark'][] = [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
];
if (process.env.LOOKS === 'all') LOOKS.splice(1, 0, [DESKTOP, 'dark'], [PHONE, 'light']);

/** Axe with all its rules. Its way for frames would open a page and send itself there each time; we have no frames. */
const axe = (page: Page) => {
  expect(page.frames()).toHaveLength(1);
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
};

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

const turns = new Map<Screen['role'], Promise<Page>>();
/** Does `work` on the page of somebody of that role, signed in once, when the work before it is done. */
async function inTurn(role: Screen['role'], work: (page: Page) => Promise<void>): Promise<void> {
  const open = async () => {
    const page = await portal.newPage();
    if (role) await signInAs(page, role);
    return page;
  };
  const before = turns.get(role) ?? open();
  const done = before.then(work);
  turns.set(
    role,
    done.then(
      () => before,
      () => before,
    ),
  );
  await done;
}

// Side by side, a role each: the machine has two cores.
describe.concurrent.each([null, ...ROLES])('%s', (role) => {
  test.each(screens.filter((screen) => screen.role === role))('$name', (screen) =>
    inTurn(role, async (page) => {
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      await showScreen(page, screen);
      for (const [size, colorScheme] of LOOKS) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
        await settle(page);
        const { violations } = await axe(page).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        expect([size.width, colorScheme, told]).toEqual([size.width, colorScheme, []]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([size.width, wider]).toEqual([size.width, 0]);
      }
    }),
  );
});

test('no screen said an error', () => {
  expect(portal.errors.filter((error) => !error.includes('/nowhere'))).toEqual([]);
});
