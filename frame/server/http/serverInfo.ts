import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder } from '../base/appFolder.ts';
import { getMigrations } from '../migrations/migrationList.ts';
import type { Services } from '../services.ts';

const { version } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as {
  version: string;
};

/** Returns the versions that the start message and the metrics show. */
export function getServerInfo({
  store,
}: Pick<Services, 'store'>): Record<'version' | 'node' | 'database' | 'schema', string> {
  const schema = Object.keys(getMigrations(store)).at(-1) ?? '';
  return { version, node: process.versions.node, database: store.kind, schema };
}
