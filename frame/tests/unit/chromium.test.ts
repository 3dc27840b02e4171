import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from '../../testing/chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('finds the headless Chromium that npm test installs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'chromium-headless-shell');
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', folder);
  expect(findChromium()).toBe(path);
});
