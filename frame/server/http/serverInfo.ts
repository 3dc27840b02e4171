import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder } from '../base/appFolder.ts';
import { listMigrationOwners } from '../migrations/migrationOwners.ts';
import type { Services } from '../services.ts';

/** Returns the versions that the start message and the metrics show. */
export function getServerInfo({
  store,
}: Pick<Services, 'store'>): Record<'version' | 'node' | 'database' | 'schema', string> {
  const manifest = readFileSync(join(store.app.folder ?? appFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const schema = listMigrationOwners(store)
    .map(({ name, migrations }) => [name, Object.keys(migrations).at(-1)])
    .flatMap(([name, last]) => (last ? `${name} ${last}` : []))
    .join(', ');
  return { version, node: process.versions.node, database: store.kind, schema };
}
