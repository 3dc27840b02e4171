import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Fails unless the focus is visible: an outline, shadow or thicker border on the element or near it. React may render
 * it some frames later.
 */
export async function expectFocusSeen(page: Page) {
  const unseen = await page.evaluate(async () => {
    const shows = (one: Element, steps: number) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || (steps < 2 && boxShadow !== 'none');
    };
    const seen = (active: Element) => {
      // A text field's border is beside its input; a hidden input's border is further out.
      const frame = active.parentElement?.querySelector(':scope > fieldset');
      if (frame && Number.parseFloat(getComputedStyle(frame).borderTopWidth) >= 2) return true;
      for (let one: Element | null = active, steps = 0; one && steps < 6; one = one.parentElement, steps += 1) {
        if (shows(one, steps)) return true;
      }
      return false;
    };
    for (let frames = 0; frames < 20; frames += 1) {
      const active = document.activeElement;
      if (active && active !== document.body && seen(active)) return null;
      await new Promise(requestAnimationFrame);
    }
    return document.activeElement?.outerHTML.slice(0, 300) ?? 'nothing';
  });
  expect(unseen, page.url()).toBeNull();
}

export const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);
export const holdsFocus = (target: Locator) => target.evaluate((one) => one.contains(document.activeElement));

/** Presses a key until the target has the focus. Each step must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor({ state: 'attached' });
  for (let step = 0; step < 80 && !(await hasFocus(target)); step += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  expect(await hasFocus(target), `${target} is reached by ${key}`).toBe(true);
}

export async function enter(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab') {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Types into the field with a label. 'Tab' presses the key. */
export async function type(page: Page, label: string, ...keys: string[]) {
  await tabTo(page, page.getByLabel(label, { exact: label === 'Password' }).first());
  for (const one of keys) await (one === 'Tab' ? page.keyboard.press(one) : page.keyboard.type(one));
}

export async function take(page: Page, select: Locator, letters: string, key?: 'Tab' | 'Shift+Tab') {
  await enter(page, select, key);
  const list = page.getByRole('listbox');
  await list.waitFor();
  await expect.poll(() => holdsFocus(list)).toBe(true);
  await page.keyboard.type(letters);
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
}
