import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { at } from '../../scripts/lib/root.ts';
import { type Portal, startPortal } from '../browser/harness.ts';
import { copyTree } from '../tree.ts';
import { measureUse } from './inUse.ts';
import { median } from './measure.ts';
import { Table } from './table.ts';
import { MOST_SHIFT, mark, ROW, visit } from './visit.ts';

const ROUNDS = 5;
const MOST_OF_PLAIN = 0.75;

export async function benchPortal(): Promise<void> {
  const table = new Table('ours', 'stand-in');
  const plainTree = await plainServer();
  const ours = await startPortal();
  const plain = await startPortal({}, plainTree);
  try {
    const rows = { ours: [] as number[], plain: [] as number[] };
    const bytes = { ours: 0, plain: 0 };
    const shifts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const own = await firstRow(ours, '/appointments');
      rows.ours.push(own.time);
      bytes.ours = own.bytes;
      shifts.push(own.shift);
      const other = await firstRow(plain, '/#/appointments');
      rows.plain.push(other.time);
      bytes.plain = other.bytes;
    }
    table.compare('first row at 4x, ms', median(rows.ours), median(rows.plain), MOST_OF_PLAIN);
    table.alone('sign-in, KB', (await transfer(await ours.newPage(), '/signin', '#root button')) / 1000, {
      most: 130,
    });
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
    root: at('tests', 'bench', 'plain'),
    configFile: at('vite.config.ts'),
    logLevel: 'error',
    build: { outDir: join(tree, 'dist'), emptyOutDir: true },
  });
  return tree;
}

/** Opens `path` and adds up all that it transfers, with headers; our endless stream of events is not counted. */
async function transfer(page: Page, path: string, shown: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  for (let before = -1; before !== bytes; await page.waitForTimeout(1000)) before = bytes;
  return bytes;
}

async function firstRow(portal: Portal, path: string): Promise<{ time: number; bytes: number; shift: number }> {
  const { page } = await visit(portal);
  const bytes = await transfer(page, path, ROW);
  const found = { time: await mark(page, 'firstRow'), bytes, shift: await mark(page, 'shift') };
  await page.context().close();
  return found;
}
