import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findForeignAttributes } from '../foreignAttributes.ts';
import { ROLES } from '../roles.ts';
import { allowLog, DESKTOP, holdSession, PHONE } from './harness.ts';
import { bareLinks, hiddenByFocus, noteShifts, shiftOf, unreachable, violationsOf } from './looks.ts';
import { startForFile } from './portalOfFile.ts';
import { openFirst, type Screen, screens, settle, showScreen } from './screens.ts';

/** Each width and each theme once. LOOKS=all tests each width in both themes. */
const LOOKS: [size: typeof DESKTOP, colorScheme: 'light' | 'dark'][] = [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
];
if (process.env.LOOKS === 'all') LOOKS.splice(1, 0, [DESKTOP, 'dark'], [PHONE, 'light']);

/** Highest cumulative layout shift while loading. Web Vitals rate 0.1 as good. */
const MOST_SHIFT = 0.02;
const PORTAL = 'Mobile Phlebotomy Portal';

/** Returns the expected tab title: the heading, preceded by the kind of record for details, or by the tab of reports. */
async function titleOf(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  const heading = (await page.locator('h1').first().textContent()) ?? '';
  const popup = /^\/.*(appointments|archive|employees|laboratories|admins)\/./.exec(pathname);
  const kind = {
    appointments: 'Appointment',
    archive: 'Archived appointment',
    employees: 'Employee',
    laboratories: 'Laboratory',
    admins: 'Administrator',
  };
  const found = popup && kind[popup[1] as keyof typeof kind];
  const reports = page.locator('.list-tabs > .list-tab[aria-current="page"]', { hasText: 'Reports' });
  const tab = (await reports.count()) > 0 && 'Reports';
  const screen = heading === 'ERROR' ? 'Page not found' : heading;
  return [found, tab, screen, PORTAL].filter(Boolean).join(' · ');
}

const portal = startForFile();

const turns = new Map<Screen['role'], Promise<Page>>();
/** Runs work on a role's page, one at a time. */
async function inTurn(role: Screen['role'], work: (page: Page) => Promise<void>): Promise<void> {
  const open = async () => {
    const page = await portal.newPage();
    await noteShifts(page);
    if (role) await holdSession(page, role);
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

// One role per worker: the machine has two cores.
describe.concurrent.each([null, ...ROLES])('%s', (role) => {
  test.each(screens.filter((screen) => screen.role === role))('$name', (screen) =>
    inTurn(role, async (page) => {
      if (screen.name === 'not-found') allowLog(/status of 404/);
      for (const [size, colorScheme] of LOOKS) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        // Reloads unless something must be opened first.
        if (!screen.show || size === DESKTOP) await showScreen(page, screen);
        if (!screen.show) {
          // For late parts, such as the bell.
          await page.waitForTimeout(250);
          const shift = await shiftOf(page);
          expect([size.width, shift < MOST_SHIFT || shift]).toEqual([size.width, true]);
        }
        await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
        await settle(page);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([size.width, wider]).toEqual([size.width, 0]);
        expect(await page.title()).toBe(await titleOf(page));
        expect([size.width, 'links', await bareLinks(page)]).toEqual([size.width, 'links', []]);
        if (size === DESKTOP) expect(await page.evaluate(findForeignAttributes)).toEqual([]);
        if (size === DESKTOP) expect(await violationsOf(page)).toEqual([]);
        if (size === DESKTOP && !screen.show) expect(await unreachable(page)).toEqual([]);
      }
      // Last, because a focus may open something.
      for (const [size] of LOOKS.toReversed()) {
        await page.setViewportSize(size);
        await settle(page);
        expect([size.width, await hiddenByFocus(page)]).toEqual([size.width, []]);
      }
    }),
  );
});

async function toastOver(page: Page, text: string, covered: string) {
  const toast = page.locator('.toasts [role]', { hasText: text }).first();
  await toast.waitFor();
  await settle(page);
  const at = await toast.boundingBox();
  const others = await page.locator(covered).all();
  const boxes = await Promise.all(others.map((one) => one.boundingBox()));
  if (!at || boxes.length === 0) throw new Error(`No toast says ${text}, or nothing is ${covered}.`);
  const over = boxes.filter(
    (box) =>
      box &&
      box.x < at.x + at.width &&
      at.x < box.x + box.width &&
      box.y < at.y + at.height &&
      at.y < box.y + box.height,
  );
  return { inside: at.x >= 0 && at.x + at.width <= (page.viewportSize()?.width ?? 0), over: over.length };
}

const UNASSIGNED = `/appointments?filter=${encodeURIComponent('{"assigned":false}')}`;

test.each([DESKTOP, PHONE])('keeps a toast in the window, away from titles and close buttons: %o', async (size) => {
  allowLog(/\/signin: .* 400 /, /409 \(Conflict\)/);
  await inTurn(null, async (page) => {
    await page.setViewportSize(size);
    await page.goto('/signin');
    await page.getByLabel('Email').fill('nobody@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    expect(await toastOver(page, 'wrong', 'h1')).toEqual({ inside: true, over: 0 });
  });
  await inTurn('admin', async (page) => {
    await page.setViewportSize(size);
    await page.goto(UNASSIGNED);
    await settle(page);
    await openFirst(page);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Employee' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Assign Employee' }).click();
    // The demo's visits depend on the hour: some overlap.
    const toast = page.getByText('Employee assigned successfully');
    const anyway = page.getByRole('button', { name: 'Do it anyway' });
    await toast.or(anyway).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    expect(await toastOver(page, 'Employee assigned successfully', '.sheet-close, .sheet h2')).toEqual({
      inside: true,
      over: 0,
    });
  });
});
