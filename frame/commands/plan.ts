// npm run plan: what the next start would do to the data that is there, without doing it. `--json` for scripts. It ends
// with 0 where there is nothing to do, 2 where there is something, and 3 where a start refuses it or it takes values out
// of sight; 1 is an error. `--undo` takes back the last change that a start made; `--anyway` even where values that came
// since would go out of sight. `--remove <name>` removes for good what the plan lists as in no config any more.
import './app.ts';
import { parseArgs } from 'node:util';
import { checkFeatures } from '../config/checkNames.ts';
import { ConfigError } from '../server/base/configError.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase, type Store } from '../server/db/openDatabase.ts';
import { lockForServer } from '../server/db/serverLock.ts';
import { loadEndpoints } from '../server/http/endpoints.ts';
import { pendingMigrations } from '../server/migrations/openStore.ts';
import { featuresOf } from '../server/records/schema/announcedFeatures.ts';
import { collectionDb } from '../server/records/schema/collectionDb.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import { loadHooks } from '../server/records/write/loadHooks.ts';
import { findRoleTrouble } from '../server/roleHolders.ts';
import { isRefused } from '../server/schemaSync/changeSteps.ts';
import { loadChanges } from '../server/schemaSync/customChanges.ts';
import { exitCode, migrationTexts, orphanTexts, planText, undoneText } from '../server/schemaSync/formatPlan.ts';
import { orphansIn, removeOrphans } from '../server/schemaSync/orphanedTables.ts';
import type { Asked } from '../server/schemaSync/planChanges.ts';
import { planStart } from '../server/schemaSync/syncOnStart.ts';
import { UndoError, undoLast } from '../server/schemaSync/undoChange.ts';
import { startError } from '../server/startError.ts';

interface Words {
  json: boolean;
  undo: boolean;
  anyway: boolean;
  remove: string[];
}

const write = (json: boolean, data: object, text: string) => console.log(json ? JSON.stringify(data, null, 2) : text);

/** A server goes by the places that it found at its start. */
function withoutServer({ dataDir, databaseUrl }: Config): void {
  if (!databaseUrl && !lockForServer(dataDir))
    throw new ConfigError(`A server runs on ${dataDir}. Stop it first: it goes by what was stored when it started.`);
}

async function plan(store: Store, asked: Asked, { json }: Words): Promise<number> {
  const migrations = await pendingMigrations(store);
  const found = await planStart(store, asked);
  const orphans = await orphansIn(collectionDb(store.db), found.before, found.tables);
  const { steps, tables } = found;
  const hasAccounts = tables.some(({ name }) => name === 'accounts');
  const roles = hasAccounts ? await findRoleTrouble(store.db) : {};
  const refused = roles.refused !== undefined || steps.some(isRefused);
  const trouble = roles.refused ?? roles.warning ?? [];
  const said = [trouble, migrationTexts(migrations), planText(found), orphanTexts(orphans)].flat();
  write(json, { refused, migrations, roles, steps, orphans }, said.join('\n'));
  if (roles.refused) return 3;
  return migrations.length > 0 ? Math.max(2, exitCode(found)) : exitCode(found);
}

async function undo(store: Store, asked: Asked, { json, anyway }: Words): Promise<number> {
  try {
    const undone = await undoLast(store, { ...asked, anyway });
    write(json, undone ?? {}, undone ? undoneText(undone, false) : 'There is no change to take back.');
    return 0;
  } catch (cause) {
    if (!(cause instanceof UndoError)) throw cause;
    write(json, { refused: true, ...cause.undone }, undoneText(cause.undone, true));
    return 3;
  }
}

async function remove(store: Store, { resources }: Asked, { json, remove: names }: Words): Promise<number> {
  const { removed, unknown } = await removeOrphans(store, resources, names);
  if (unknown.length > 0) throw new ConfigError(`There is no orphan ${unknown.join(', ')}. npm run plan lists them.`);
  write(json, { removed }, removed.map(({ name, was }) => `Removed for good: ${name} (${was})`).join('\n'));
  return 0;
}

/** What is asked for, and what does it. Throws a ConfigError for words that say nothing, or two things at once. */
function readWords(): { words: Words; work: typeof plan } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values: words } = parseArgs({
      options: { json: flag, undo: flag, anyway: flag, remove: { type: 'string', multiple: true, default: [] } },
    });
    if (words.undo && words.remove.length > 0) throw new Error('--undo and --remove do not go together.');
    if (words.anyway && !words.undo) throw new Error('--anyway says how to --undo.');
    return { words, work: words.undo ? undo : words.remove.length > 0 ? remove : plan };
  } catch (cause) {
    const usage = 'npm run plan -- [--json] [--undo [--anyway]] [--remove NAME ...]';
    throw new ConfigError(`${(cause as Error).message} Expected: ${usage}`);
  }
}

try {
  const { words, work } = readWords();
  const config = readConfig(process.env);
  if (work !== plan) withoutServer(config);
  const resources = await loadResources();
  checkFeatures(resources, featuresOf(resources));
  // Refused at a start before any data is read.
  await loadHooks(resources);
  await loadEndpoints();
  const changes = await loadChanges();
  const store = openDatabase(config);
  try {
    process.exitCode = await work(store, { resources, changes, zone: config.timeZone }, words);
  } finally {
    await store.close();
  }
} catch (cause) {
  console.error(startError(cause, process.env) ?? cause);
  process.exitCode = 1;
}
