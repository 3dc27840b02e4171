import type { Locator, Page } from 'playwright-core';

/** What somebody's hand does in a job, and the dialogs that come meanwhile, those it chooses from among them. */
interface Effort {
  job: string;
  before: string;
  keys: number;
  clicks: number;
  drags: number;
  /** Screens to scroll until what is tapped is in sight. */
  swipes: number;
  popups: number;
}
const counted: Effort[] = [];

export const printCounted = () => console.table(counted.splice(0));

/** Counts the dialogs that come to a page from now on, as long as it is not loaded anew. */
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

/** How many screens one scrolls until the middle of this can be touched. */
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
    /** A tap with the thumb, which scrolls first where it must. */
    async tap(what: Locator) {
      await what.waitFor();
      effort.swipes += await swipesTo(what);
      effort.clicks += 1;
      await what.click();
    },
    /** With `pause`, a letter each so many milliseconds. */
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
