import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type Portal, startPortal } from '../browser/harness.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';
import { MOST_SHIFT, mark, ROW, visit } from './visit.ts';

const ROUNDS = 5;
/** How often two checkouts take turns. */
const TURNS = 3;
const MOST_ANSWER = 100;

/**
 * `npm run bench -- in-use`: how the built portal answers to clicks; prints. `beside` is the folder of another checkout
 * with its portal built, whose clicks are measured in turn with ours: what one run says of both is what counts.
 */
export async function benchInUse(beside?: string): Promise<void> {
  const table = new Table('ours', beside ? 'beside' : '');
  const portals = [await startPortal()];
  try {
    if (beside) portals.push(await startPortal({}, resolve(beside)));
    const [ours, theirs] = await clicksOf(portals, beside ? TURNS : 1);
    addClicks(table, ours as Clicks, theirs);
    if (portals[0]) await scrolling(table, portals[0]);
    console.log(table.text());
  } finally {
    for (const portal of portals) await portal.stop();
  }
}

/** Adds to the table how the portal answers to clicks, and how it scrolls. */
export async function measureUse(table: Table, portal: Portal): Promise<void> {
  const [ours] = await clicksOf([portal], 1);
  addClicks(table, ours as Clicks);
  await scrolling(table, portal);
}

/** What was measured, in ms, by what was clicked: what had not been asked for before, and each first time alone. */
interface Clicks {
  later: Record<Clicked, number[]>;
  first: Record<Clicked, number>;
  shift: number;
}
type Clicked = 'popup' | 'next page' | 'filter';

/** The clicks on each portal, one after the other, so many times. */
async function clicksOf(portals: Portal[], times: number): Promise<Clicks[]> {
  const all: Clicks[][] = portals.map(() => []);
  for (let time = 0; time < times; time++)
    for (const [place, portal] of portals.entries()) all[place]?.push(await inUse(portal));
  return all.map((runs) => ({
    later: mapped((name) => runs.flatMap(({ later }) => later[name])),
    first: mapped((name) => median(runs.map(({ first }) => first[name]))),
    shift: Math.max(...runs.map(({ shift }) => shift)),
  }));
}

const mapped = <T>(value: (name: Clicked) => T): Record<Clicked, T> => ({
  popup: value('popup'),
  'next page': value('next page'),
  filter: value('filter'),
});

function addClicks(table: Table, ours: Clicks, theirs?: Clicks): void {
  for (const name of ['popup', 'next page', 'filter'] as const) {
    const line = `${name}, click to paint at 4x, ms`;
    table.alone(line, median(ours.later[name]), { most: MOST_ANSWER });
    if (theirs) table.compare(`${line}, beside`, median(ours.later[name]), median(theirs.later[name]));
    table.alone(`${name}, the first time, ms`, ours.first[name]);
  }
  table.alone('in use: layout shift', ours.shift, { most: MOST_SHIFT });
}

/** Milliseconds from a click to the frame after the one in which `selector` holds what `text`, a pattern, says. */
async function answer(page: Page, button: Locator, selector: string, text: string): Promise<number> {
  const painted = page.evaluate(
    ([where, words]) =>
      new Promise<number>((resolve) => {
        const clicked = ({ timeStamp }: Event) => {
          const look = () => {
            const said = document.querySelector(where)?.textContent?.trim();
            if (!said || !new RegExp(words).test(said)) return requestAnimationFrame(look);
            return requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          look();
        };
        addEventListener('click', clicked, { capture: true, once: true });
      }),
    [selector, text] as [string, string],
  );
  await button.click();
  return painted;
}

/** Popup, next page and filter, each a few times on one page; only what has not been asked for before is reported. */
async function inUse(portal: Portal): Promise<Clicks> {
  const { page } = await visit(portal);
  await page.goto('/appointments');
  await page.locator(ROW).first().waitFor();
  // Between two clicks a person reads.
  const read = () => page.waitForTimeout(2500);
  const popups: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await read();
    const name = (await page.locator(ROW).nth(round).locator('.person-name').textContent()) ?? '';
    const view = page.locator(ROW).nth(round).getByRole('link', { name: 'View' });
    popups.push(await answer(page, view, '[role=dialog]', name.replace(/[^\p{L} ]/gu, '.')));
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  }
  const turns: number[] = [];
  for (let number = 1; number <= 3; number++) {
    await read();
    const next = page.getByRole('button', { name: 'Next page' });
    // A hand is over the button for a moment before it clicks.
    await next.hover();
    await page.waitForTimeout(300);
    turns.push(await answer(page, next, ROW, `^${number}1`));
  }
  const filters: number[] = [];
  await page.getByRole('button', { name: 'Show Filters' }).click();
  for (const status of ['Completed', 'Rejected', 'Pending']) {
    await page.getByRole('region', { name: 'Filters' }).getByRole('combobox', { name: 'Status', exact: true }).click();
    await page.getByRole('option', { name: status }).click();
    await read();
    await page.getByRole('button', { name: 'Apply Filters' }).hover();
    await page.waitForTimeout(300);
    filters.push(await answer(page, page.getByRole('button', { name: 'Apply Filters' }), ROW, status));
  }
  const found: Record<Clicked, number[]> = { popup: popups, 'next page': turns, filter: filters };
  const shift = await mark(page, 'shift');
  await page.context().close();
  return {
    later: mapped((name) => found[name].slice(1)),
    first: mapped((name) => found[name][0] ?? 0),
    shift,
  };
}

const ROWS = 100;
const MOST_FRAME = 1000 / 60;

/** A hundred rows scrolled through at the processor's own speed: how long one frame took, of the slowest one in twenty. */
async function scrolling(table: Table, portal: Portal): Promise<void> {
  const { page, cdp } = await visit(portal);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.route('**/admin/get-appointments*', async (route) => {
    const reply = await route.fetch();
    const { data, ...envelope } = await reply.json();
    const [some] = [data.appointments as { _id: string }[]];
    const appointments = Array.from({ length: ROWS }, (_, index) => ({
      ...some[index % some.length],
      _id: `row${index}`,
    }));
    await route.fulfill({ json: { ...envelope, data: { ...data, appointments } } });
  });
  await page.goto('/appointments');
  await page
    .locator(ROW)
    .nth(ROWS - 1)
    .waitFor();
  // Pictures and what follows the first drawing.
  await page.waitForTimeout(2500);
  await page.mouse.move(900, 500);
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = 0;
        const look = (now: number) => {
          if (last > 0) times.push(now - last);
          last = now;
          if (scrollY + innerHeight >= document.documentElement.scrollHeight - 2) resolve(times);
          else {
            scrollBy(0, 40);
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      }),
  );
  const times = (await frames).toSorted((a, b) => a - b);
  table.alone(`${ROWS} rows scrolled: a frame, ms`, median(times), { most: MOST_FRAME + 0.5 });
  table.alone(`${ROWS} rows scrolled: one frame in twenty, ms`, times[Math.floor(times.length * 0.95)] ?? 0, {
    most: MOST_FRAME + 0.5,
  });
  await page.context().close();
}
