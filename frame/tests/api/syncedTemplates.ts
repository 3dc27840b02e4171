import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { prepareResources } from '../../config/defaults/prepareResources.ts';
import type { AnyResource } from '../../config/resource.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import type { ServerParts } from '../../server/parts.ts';
import { syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import { copyDatabase } from './database.ts';

interface Synced {
  app: ServerParts;
  resources: readonly AnyResource[];
  zone: string;
  starts: number;
  /** Folder or database with the tables of the resources, from the second start on. */
  template?: Promise<string>;
}
const synced: Synced[] = [];

/** Creates the tables of the resources in a copy of `template`. */
async function makeSynced({ app, resources, zone }: Synced, template?: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-synced-'));
  const { url } = await copyDatabase(dataDir, template);
  const store = await openStore({ app, dataDir, ...(url && { databaseUrl: url }) });
  await syncToConfigs(store, { resources: prepareResources(resources, app.roles, app.plugins), zone });
  await store.close();
  return url ? new URL(url).pathname.slice(1) : dataDir;
}

/**
 * The template of an app's servers with these resources. Their tables take four times as long to create as all else of a
 * start, so the second server of a process creates them for all later ones.
 */
export async function findTemplate(
  app: ServerParts,
  resources: readonly AnyResource[],
  zone: string,
  template?: string,
): Promise<string | undefined> {
  const isSame = (one: Synced) => one.app === app && one.zone === zone && isDeepStrictEqual(one.resources, resources);
  const found = synced.find(isSame) ?? { app, resources, zone, starts: 0 };
  if (found.starts === 0) synced.push(found);
  found.starts += 1;
  if (found.starts > 1) found.template ??= makeSynced(found, template);
  return (await found.template) ?? template;
}
