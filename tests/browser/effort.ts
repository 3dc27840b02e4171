import type { Locator, Page } from 'playwright-core';

/** Input of a job, and the dialogs that open unasked or by choice. */
interface Effort {
  job: string;
  before: string;
  keys: number;
  clicks: number;
  drags: number;
  /** Screens to scroll before a tap. */
  swipes: number;
  popups: number;
}
const counted: Effort[] = [];

export const printCounted = () => console.table(counted.splice(0));

/** Counts dialogs until the page reloads. */
const watchPopups = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    const watched = dataset.popups !== undefined;
    dataset.popups = '0';
    if (watched) return;
    const dialogsIn = (node: Node) =>
      node instanceof Element
        ? node.querySelectorAll('[role=dialog]').length + (node.matches('[role=dialog]') ? 1 : 0)
        : 0;
    new MutationObserver((changes) => {
      const come = changes.flatMap(({ addedNodes }) => [...addedNodes].map(dialogsIn));
      dataset.popups = String(Number(dataset.popups) + come.reduce((sum, one) => sum + one, 0));
    }).observe(document.body, { childList: true, subtree: true });
  });

/** Counts screens to scroll until the element can be tapped. */
const swipesTo = (what: Locator) =>
  what.evaluate((element) => {
    const { top, left, width, height } = element.getBoundingClientRect();
    const middle = top + height / 2;
    if (element.contains(document.elementFromPoint(left + width / 2, middle))) return 0;
    const beyond = middle < 0 ? -middle : Math.max(0, middle - innerHeight);
    return Math.max(1, Math.ceil(beyond / (0.8 * innerHeight)));
  });

export async function beginJob(page: Page, job: string, before: string) {
  const effort: Effort = { job, before, keys: 0, clicks: 0, drags: 0, swipes: 0, popups: 0 };
  await watchPopups(page);
  return {
    async click(what: Locator) {
      effort.clicks += 1;
      await what.click();
    },
    /** Scrolls if needed, then taps. */
    async tap(what: Locator) {
      await what.waitFor();
      effort.swipes += await swipesTo(what);
      effort.clicks += 1;
      await what.click();
    },
    /** `pause`: milliseconds between two letters. */
    async type(text: string, pause = 0) {
      effort.keys += text.length;
      await page.keyboard.type(text, { delay: pause });
    },
    async press(key: string, times = 1) {
      effort.keys += times;
      for (let at = 0; at < times; at++) await page.keyboard.press(key);
    },
    async drag(make: () => Promise<void>) {
      effort.drags += 1;
      await make();
    },
    async done(): Promise<Effort> {
      effort.popups = await page.evaluate(() => Number(document.documentElement.dataset.popups));
      counted.push(effort);
      return effort;
    },
  };
}
