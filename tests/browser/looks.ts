import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Records layout shifts more than 500 ms after an input, in each document of the page. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!hadRecentInput)
          Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

/**
 * Focuses everything that Tab reaches and returns elements that are then hidden: outside the window, covered, or
 * narrower than before.
 */
export const hiddenByFocus = (page: Page) =>
  page.evaluate(() => {
    const stops = ':is(a[href], button, input, textarea, select, [tabindex]):not(:disabled)';
    const behind = document.querySelector('[role=dialog], .sheet');
    const errors: string[] = [];
    for (const stop of document.querySelectorAll<HTMLElement>(stops)) {
      const before = stop.getBoundingClientRect();
      // Elements of a pixel stand for a visible one.
      if (stop.tabIndex < 0 || before.width < 8 || before.height < 8 || stop.closest('[inert], [aria-hidden=true]'))
        continue;
      if (behind && !stop.closest('[role=dialog], .sheet')) continue;
      if (!stop.checkVisibility({ visibilityProperty: true })) continue;
      stop.focus();
      const { left, top, width, height } = stop.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + Math.min(height / 2, innerHeight / 2)];
      const there = document.elementFromPoint(x, y);
      // Charts have layers, and popups of the focused element may cover it.
      const covers = there?.closest('[role=listbox], [role=tooltip], .MuiPopper-root, .toasts') === null;
      const seen =
        !stop.matches('a, button, input, textarea, select') ||
        (there && (!covers || stop.contains(there) || there.contains(stop) || there.closest('label')?.contains(stop)));
      const name = stop.getAttribute('aria-label') ?? stop.textContent?.slice(0, 30) ?? stop.tagName;
      if (width < before.width - 1) errors.push(`${name}: ${before.width} px wide, then ${width}`);
      else if (!seen) errors.push(`${name}: not to be seen at ${x}, ${y}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
    return errors;
  });

/** Finds links in the browser's default colour. */
export const bareLinks = (page: Page) =>
  page.evaluate(() => {
    const bare = document.createElement('a');
    bare.style.color = 'LinkText';
    document.body.append(bare);
    const { color } = getComputedStyle(bare);
    bare.remove();
    return [...document.links].filter((link) => getComputedStyle(link).color === color).map((link) => link.outerHTML);
  });

/** Returns the texts of buttons and links in the primary colour: of the dialog if there is one, otherwise of the page. */
export const filledActions = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.backgroundColor = 'var(--primary-main)';
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    const area = document.querySelector('[role=dialog]') ?? document.querySelector('main');
    return [...(area?.querySelectorAll('button, a') ?? [])]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => getComputedStyle(one).backgroundColor === backgroundColor)
      .map((one) => one.textContent ?? '');
  });

/** Finds tables that must be scrolled sideways. */
export const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter((one) => one.scrollWidth > (one.parentElement?.clientWidth ?? 0))
      .map((one) => `${one.scrollWidth} px wide: ${one.querySelector('thead')?.textContent}`),
  );

/** Finds words of up to 15 letters in tables that continue on another line or are cut. */
export const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    for (const cell of document.querySelectorAll('main td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const box = text.parentElement as HTMLElement;
        if (!box.checkVisibility({ visibilityProperty: true })) continue;
        const isCut = box.closest('.person-name') && box.scrollHeight > box.clientHeight + 2;
        // The demo's longest names have 70 letters and more.
        if (isCut && (text.textContent ?? '').length <= 40) found.push(`${text.textContent}…`);
        for (const { 0: word, index } of text.textContent?.matchAll(/\p{L}{2,15}/gu) ?? []) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`${word} in ${text.textContent}`);
        }
      }
    }
    return [...new Set(found)];
  });

/** Finds clickable elements that Tab does not reach. */
export const unreachable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, input, textarea, select, [role=button], [role=combobox]')]
      .filter((one) => one.tabIndex < 0 && one.offsetParent && !one.matches(':disabled'))
      // Arrow keys reach these.
      .filter((one) => !one.closest('[aria-hidden=true], .MuiAutocomplete-endAdornment, .MuiToggleButtonGroup-root'))
      .map((one) => one.outerHTML.slice(0, 300)),
  );

/** Finds controls smaller than 44 px. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, a[class*=Button], .record-action, .MuiSwitch-input')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden=true]'))
      .filter((one) => one.getBoundingClientRect().top >= 0)
      .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 44)
      .map((one) => one.outerHTML.slice(0, 300)),
  );

/** Runs axe with all rules. Injected once per document, without preloading media. */
export async function violationsOf(page: Page): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
