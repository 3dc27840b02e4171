import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from 'portal-frame/testing';
import { onTestFinished, test } from 'vitest';
import { root } from '../../scripts/lib/root.ts';
import { begin, expectEndBySignal } from './documented.ts';

test('ends the server and frees its port on SIGTERM to `npm start`', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-npm-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PORT: String(await findFreePort()), DATA_DIR: dataDir, DATABASE_URL: '' };
  const running = begin('exec npm start', root, { ...env, DEMO: 'off', ADMIN_EMAIL: 'admin@example.test' });
  try {
    const [, url = ''] = await running.says(/is ready: (\S+)/);
    await expectEndBySignal(running, url);
  } finally {
    await running.stop();
  }
});
