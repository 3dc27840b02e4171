import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../../scripts/lib/root.ts';
import { type Portal, startPortal } from '../browser/harness.ts';
import { copyTree } from '../tree.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';
import { answer, MOST_SHIFT, mark, ROW, transfer, visit } from './visit.ts';

const ROUNDS = 5;
const MOST_OF_PLAIN = 0.75;
const MOST_ANSWER = 100;

export async function benchPortal(): Promise<void> {
  const table = new Table('ours', 'stand-in');
  const plainTree = await plainServer();
  const ours = await startPortal();
  const plain = await startPortal({}, plainTree);
  try {
    const rows = { ours: [] as number[], plain: [] as number[] };
    const bytes = { ours: 0, plain: 0 };
    let requests = 0;
    const shifts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const own = await firstRow(ours, '/appointments');
      rows.ours.push(own.time);
      bytes.ours = own.bytes;
      requests = own.requests;
      shifts.push(own.shift);
      const other = await firstRow(plain, '/#/appointments');
      rows.plain.push(other.time);
      bytes.plain = other.bytes;
    }
    table.compare('first row at 4x, ms', median(rows.ours), median(rows.plain), MOST_OF_PLAIN);
    table.alone('sign-in, KB', (await transfer(await ours.newPage(), '/signin', '#root button')).bytes / 1000, {
      most: 130,
    });
    table.alone('first list, requests', requests);
    table.alone('first list, KB', bytes.ours / 1000, { most: 370 });
    table.alone('first list of the stand-in, KB', bytes.plain / 1000);
    table.alone('first list: layout shift', Math.max(...shifts), { most: MOST_SHIFT });
    await measureUse(table, ours);
    console.log(table.text());
  } finally {
    await Promise.all([ours.stop(), plain.stop()]);
    rmSync(plainTree, { recursive: true, force: true });
  }
}

async function plainServer(): Promise<string> {
  const tree = copyTree('plain', ['server', 'src', 'package.json']);
  await build({
    root: fromRoot('tests', 'bench', 'plain'),
    configFile: fromRoot('vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(tree, 'dist'), emptyOutDir: true },
  });
  return tree;
}

async function firstRow(
  portal: Portal,
  path: string,
): Promise<Record<'time' | 'bytes' | 'requests' | 'shift', number>> {
  const { page } = await visit(portal);
  const { bytes, requests } = await transfer(page, path, ROW);
  const found = { time: await mark(page, 'firstRow'), bytes, requests, shift: await mark(page, 'shift') };
  await page.context().close();
  return found;
}

async function measureUse(table: Table, portal: Portal): Promise<void> {
  const { found, shift } = await inUse(portal);
  for (const [name, [first = 0, ...later]] of Object.entries(found)) {
    table.alone(`${name}, click to paint at 4x, ms`, median(later), { most: MOST_ANSWER });
    table.alone(`${name}, the first time, ms`, first);
  }
  table.alone('in use: layout shift', shift, { most: MOST_SHIFT });
  await scrolling(table, portal);
}

/** Measures the detail view, the next page and a filter several times without cached data. */
async function inUse(portal: Portal): Promise<{ found: Record<string, number[]>; shift: number }> {
  const { page } = await visit(portal);
  await page.goto('/appointments');
  await page.locator(ROW).first().waitFor();
  // Time to read between two clicks.
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
    // The pointer hovers before a click.
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
  const found = { 'detail view': popups, 'next page': turns, filter: filters };
  const shift = await mark(page, 'shift');
  await page.context().close();
  return { found, shift };
}

const ROWS = 100;
const MOST_FRAME = 1000 / 60;

/** Frame times while scrolling a hundred rows, 95th percentile. */
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
  // Waits for images and later requests.
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
