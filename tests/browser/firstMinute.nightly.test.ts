// Runs the first commands of README.md and docs/adding-a-resource.md in a copy of the project.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { findFreePort, launchChromium, openPage } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyTree } from '../tree.ts';
import { begin, blockOf, done, type Running, sectionOf } from './documented.ts';

const PAGE = 'docs/adding-a-resource.md';
const GUIDE = sectionOf(PAGE, '1. Create the resource');
const TESTING = sectionOf(PAGE, '10. Test the resource');
const README = sectionOf('README.md', 'A resource in one minute');
const [make = '', dev = ''] = blockOf(GUIDE, 'sh');

let tree: string;
let dataDir: string;
let running: Running | undefined;
let browser: Browser | undefined;
let said: string;
beforeAll(async () => {
  tree = copyTree('minute', [
    ...['src', 'server', 'scripts', 'public', 'tests', 'index.html', 'package.json', 'package-lock.json'],
    ...['tsconfig.json', 'biome.json', 'vite.config.ts', 'vitest.config.ts'],
  ]);
  dataDir = mkdtempSync(join(tmpdir(), 'portal-minute-'));
  said = await done(make, tree);
});
afterAll(async () => {
  await browser?.close();
  await running?.stop();
  for (const folder of [tree, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
});

test('writes the documented files with the first command', () => {
  expect(blockOf(README, 'sh')).toEqual([make, dev]);
  const [, files = ''] = /The first command writes (.*)\. Sign in/.exec(GUIDE) ?? [];
  const named = [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  expect(named).toHaveLength(2);
  for (const file of named) {
    expect(said).toContain(file);
    expect(existsSync(join(tree, file))).toBe(true);
  }
  const plain = (text: string) => text.replace(/\s+/g, '');
  const written = plain(readFileSync(join(tree, named[0] ?? ''), 'utf8'));
  const shown = blockOf(README, 'ts').flatMap((line) => line.replace(/ \.\.\. \},$/, '').split(/(?<=\]), /));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((line) => line.trim() !== '...' && !written.includes(plain(line)))).toEqual([]);
});

test('serves the documented address with the second command, and follows changes of the file', async () => {
  const documented = /as `([^`]+)` with `([^`]+)`: the menu has "([^"]+)", and the list a button "([^"]+)"/.exec(GUIDE);
  if (!documented) throw new Error(`${PAGE} does not say what the menu has.`);
  const [, email = '', password = '', list = '', add = ''] = documented;
  // Own port and data.
  await running?.stop();
  running = begin(dev, tree, { PORT: String(await findFreePort()), DATA_DIR: dataDir });
  const [, url = ''] = await running.says(/Local:\s+(\S+)/);
  await running.says(/is ready: http/);
  browser = await launchChromium();
  const page = await openPage(browser, url, []);
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  const entry = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await entry(list).click();
  await entry(add).waitFor();
  const file = join(tree, 'src/resources/supplies.ts');
  const code = readFileSync(file, 'utf8');
  onTestFinished(() => writeFileSync(file, code));
  writeFileSync(file, code.replace(`many: '${list}'`, "many: 'Stores'"));
  // The server restarts too.
  await running.says(/is ready: http[\s\S]*is ready: http/);
  // Vite updates, then reloads, which may lose a click.
  const heading = page.getByRole('heading', { name: 'Stores', level: 1 });
  const opened = async () => {
    await entry('Stores').click();
    return heading.isVisible();
  };
  await expect.poll(opened).toBe(true);
  expect(running.said()).not.toContain('in use by another program');
});

test('passes the documented test command', async () => {
  const [, command = ''] = /`(npm test -- [^`]+)` runs it/.exec(TESTING) ?? [];
  expect(await done(command, tree, { TEST_DATABASE_URL: '', DATABASE_URL: '' })).toMatch(/\n[1-9]\d* passed, 0 failed/);
});
