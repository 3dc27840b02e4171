import '../../src/roles.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, stopServer } from 'portal-frame/testing';
import { root } from '../../scripts/lib/root.ts';

/** Creates the demo data once. Each test's portal starts with a copy. */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-demo-'));
  await stopServer(await spawnServer({ PORT: '0', DATA_DIR: dataDir }, root));
  process.env.DEMO_DATA = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
