// One screen of each layout. screens.nightly.test.ts opens every screen in every size.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { DESKTOP, holdSession, PHONE, type Portal, startPortal } from './harness.ts';
import { outOfBox } from './longNames.ts';
import { bareLinks, filledActions, smallTargets, violationsOf } from './looks.ts';
import { type Screen, screens, settle, showScreen } from './screens.ts';

const AT_DESK = [
  ...['sign-in', 'admin-dashboard', 'admin-appointments', 'admin-calendar', 'admin-popup'],
  ...['admin-add-appointment-errors', 'employee-dashboard'],
];
const ON_PHONE = ['admin-appointments', 'admin-popup', 'employee-run-sheet', 'laboratory-popup'];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

function screenNamed(name: string): Screen {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen "${name}".`);
  return screen;
}

test.concurrent.each([null, ...ROLES])('%s: is accessible and keeps its content in its boxes', async (role) => {
  const page = await portal.newPage();
  if (role) await holdSession(page, role);
  const found: Record<string, string[]> = {};
  for (const [size, colorScheme, names] of [
    [DESKTOP, 'light', AT_DESK],
    [PHONE, 'dark', ON_PHONE],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    for (const screen of names.map(screenNamed).filter((one) => one.role === role)) {
      await showScreen(page, screen);
      await settle(page);
      const errors = [...(await violationsOf(page)), ...(await outOfBox(page)), ...(await bareLinks(page))];
      if (errors.length > 0) found[`${screen.name} at ${size.width}`] = errors;
    }
  }
  expect(found).toEqual({});
});

test('shows the menu with the first rows', async () => {
  const page = await portal.newPage();
  await holdSession(page, 'admin');
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main .row')) return;
      observer.disconnect();
      Object.assign(window, { besideRows: document.querySelector('nav')?.textContent });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/appointments');
  await page.locator('main .row').first().waitFor();
  expect(await page.evaluate('besideRows')).toContain('Laboratories');
});

test('gives the controls of a touch screen 44 px', async () => {
  const page = await portal.newPage({ size: PHONE, touch: true });
  await holdSession(page, 'admin');
  const found: Record<string, string[]> = {};
  for (const name of ['admin-dashboard', 'admin-appointments', 'admin-popup', 'admin-payments', 'admin-settings']) {
    await showScreen(page, screenNamed(name));
    const small = await smallTargets(page);
    if (small.length > 0) found[name] = small;
  }
  expect(found).toEqual({});
});

test('keeps the button of the next visit on the screen of a phone', async () => {
  const page = await portal.newPage({ size: { ...PHONE, height: 600 }, touch: true });
  await holdSession(page, 'employee');
  await page.goto('/employee-run-sheet');
  const start = page.locator('[aria-current=time]').getByRole('button', { name: /^Start: / });
  await start.waitFor();
  const isReachable = await start.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isReachable).toBe(true);
});

test.each([
  ['admin-dashboard', 0],
  ['admin-popup', 0],
  ['admin-payments', 0],
  ['employee-dashboard', 1],
  ['employee-run-sheet', 1],
])('fills at most one button of %s and at least %d', async (name, least) => {
  const page = await portal.newPage();
  const screen = screenNamed(name);
  if (screen.role) await holdSession(page, screen.role);
  await showScreen(page, screen);
  const filled = await filledActions(page);
  expect([filled, filled.length >= least]).toEqual([filled.slice(0, 1), true]);
});

test('prints a list dark on white with all columns', async () => {
  const page = await portal.newPage();
  await holdSession(page, 'admin');
  const cdp = await page.context().newCDPSession(page);
  for (const path of ['/payments', '/appointments', '/tests', '/archive', '/dashboard']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await settle(page);
    // Printing uses the print styles without running scripts.
    await cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    const printed = await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLTableRowElement>('main table tr')];
      const cells = rows.map((row) => [...row.cells].filter((cell) => cell.checkVisibility()));
      const shows = (one: Element) =>
        one.checkVisibility() &&
        (one.matches('img') || [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim()));
      const isBlank = (cell: Element) => ![cell, ...cell.querySelectorAll('*')].some(shows);
      return {
        blank: [...document.querySelectorAll('main td:has(.chooser)')].filter(isBlank).length,
        columns: new Set(cells.map(({ length }) => length)).size,
        colours: [...new Set(cells.flat().map((cell) => getComputedStyle(cell).color))],
        cut: [...document.querySelectorAll('main table, main td *')].filter(
          (one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1,
        ).length,
      };
    });
    await cdp.send('Emulation.setScriptExecutionDisabled', { value: false });
    expect([path, printed]).toEqual([path, { blank: 0, columns: 1, colours: ['rgb(17, 17, 17)'], cut: 0 }]);
  }
});
