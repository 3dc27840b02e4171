import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../frame/testing/chromium.ts';
import { at } from '../../scripts/lib/root.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-app-'));
  execFileSync(process.execPath, [at('scripts/new-app.ts'), folder, '--example', 'library'], { cwd: at() });
  // As npm installs it, but for the time that takes: its own packages are this project's, the frame's is the packed one.
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'portal-frame');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(at('node_modules')).filter((one) => one !== 'portal-frame'))
    symlinkSync(at('node_modules', name), join(packages, name));
  const [packed = ''] = globSync('*.tgz', { cwd: folder });
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', own, '--strip-components', '1']);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('another business is one command: its types, its build, its calls and its screens hold, on the packed frame', () => {
  const command = join(folder, 'node_modules/portal-frame/commands/test.js');
  const env = { ...process.env, CHROMIUM_PATH: findChromium(), DATABASE_URL: '', TEST_DATABASE_URL: '' };
  expect(execFileSync(process.execPath, [command], { cwd: folder, env, encoding: 'utf8' })).toContain('3 passed');
});

test('nothing that the new app is made of speaks of this portal', () => {
  const files = globSync('**/*.{ts,tsx,js,css,html,json,md}', {
    cwd: folder,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  expect(files.length).toBeGreaterThan(15);
  const packed = globSync('node_modules/portal-frame/**/*.{ts,js,css,json}', { cwd: folder });
  const words = /patient|appointment|employee|laborator|phlebotom|specimen|visit-confirmation/i;
  expect([...files, ...packed].filter((file) => words.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
