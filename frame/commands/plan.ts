// npm run plan: prints what the next start would change. `--json` for scripts.
// Exit code: 0 nothing, 1 error, 2 changes, 3 a refused start or hidden values.
// `--undo` reverts the last change; with `--anyway` also if values entered since would be hidden.
// `--indexes` also lists the indexes of each table after the next start.
// `--remove <name>` deletes what the plan lists as orphaned.

import { parseArgs } from 'node:util';
import { EnvironmentError } from '../server/base/operatorErrors.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase, type Store } from '../server/db/openDatabase.ts';
import { acquireServerLock } from '../server/db/serverLock.ts';
import { loadParts } from '../server/loadParts.ts';
import { findPendingMigrations, findUnlistedOwners } from '../server/migrations/openStore.ts';
import { planCollections } from '../server/records/tables/planCollections.ts';
import { findRoleProblems } from '../server/roleProblems.ts';
import { isRefused } from '../server/schemaSync/changeSteps.ts';
import {
  formatIndexes,
  formatMigrations,
  formatOrphans,
  formatPlan,
  formatUndo,
  formatUnlistedOwners,
  getExitCode,
} from '../server/schemaSync/formatPlan.ts';
import { findOrphans, removeOrphans } from '../server/schemaSync/orphanedTables.ts';
import type { PlanInput } from '../server/schemaSync/planChanges.ts';
import { getRecordPlaces } from '../server/schemaSync/resourceShape.ts';
import { planOnStart } from '../server/schemaSync/syncOnStart.ts';
import { UndoError, undoLastChange } from '../server/schemaSync/undoChange.ts';
import { describeStartError } from '../server/startError.ts';
import { loadApp } from './loadApp.ts';

interface PlanOptions {
  json: boolean;
  indexes: boolean;
  undo: boolean;
  anyway: boolean;
  remove: string[];
}

const print = (json: boolean, data: object, text: string) => console.log(json ? JSON.stringify(data, null, 2) : text);

function requireNoServer({ dataDir, databaseUrl }: Config): void {
  if (!databaseUrl && !acquireServerLock(dataDir))
    throw new EnvironmentError(
      `A server runs on ${dataDir}. Stop it first: it goes by what was stored when it started.`,
    );
}

async function plan(store: Store, asked: PlanInput, { json, indexes }: PlanOptions): Promise<number> {
  const migrations = await findPendingMigrations(store);
  const found = await planOnStart(store, asked);
  const orphans = await findOrphans(store.db, found.before, found.tables);
  const { steps, tables, after } = found;
  const hasAccounts = tables.some(({ name }) => name === 'accounts');
  const roles = hasAccounts ? await findRoleProblems(store) : {};
  const refused = roles.refused !== undefined || steps.some(isRefused);
  const trouble = roles.refused ?? roles.warning ?? [];
  const unlisted = await findUnlistedOwners(store);
  const said = [trouble, formatMigrations(migrations), formatPlan(found), formatOrphans(orphans)];
  said.push(formatUnlistedOwners(unlisted));
  if (indexes) said.push(formatIndexes(planCollections(asked.resources, getRecordPlaces(after), asked.zone)));
  print(json, { refused, migrations, unlisted, roles, steps, orphans }, said.flat().join('\n'));
  if (roles.refused) return 3;
  return Object.keys(migrations).length > 0 ? Math.max(2, getExitCode(found)) : getExitCode(found);
}

async function undo(store: Store, asked: PlanInput, { json, anyway }: PlanOptions): Promise<number> {
  try {
    const undone = await undoLastChange(store, { ...asked, anyway });
    print(json, undone ?? {}, undone ? formatUndo(undone, { refused: false }) : 'There is no change to take back.');
    return 0;
  } catch (cause) {
    if (!(cause instanceof UndoError)) throw cause;
    print(json, { refused: true, ...cause.undone }, formatUndo(cause.undone, { refused: true }));
    return 3;
  }
}

async function remove(store: Store, { resources }: PlanInput, { json, remove: names }: PlanOptions): Promise<number> {
  const { removed, unknown } = await removeOrphans(store, resources, names);
  if (unknown.length > 0)
    throw new EnvironmentError(`There is no orphan ${unknown.join(', ')}. npm run plan lists them.`);
  print(json, { removed }, removed.map(({ name, was }) => `Removed for good: ${name} (${was})`).join('\n'));
  return 0;
}

/** Throws an EnvironmentError for unknown or contradictory options. */
function parseOptions(): { words: PlanOptions; work: typeof plan } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values: words } = parseArgs({
      options: {
        json: flag,
        indexes: flag,
        undo: flag,
        anyway: flag,
        remove: { type: 'string', multiple: true, default: [] },
      },
    });
    if (words.undo && words.remove.length > 0) throw new Error('--undo and --remove do not go together.');
    if (words.anyway && !words.undo) throw new Error('--anyway says how to --undo.');
    return { words, work: words.undo ? undo : words.remove.length > 0 ? remove : plan };
  } catch (cause) {
    const usage = 'npm run plan -- [--json] [--indexes] [--undo [--anyway]] [--remove NAME ...]';
    throw new EnvironmentError(`${(cause as Error).message} Expected: ${usage}`);
  }
}

try {
  const { words, work } = parseOptions();
  const config = readConfig(process.env, await loadApp());
  if (work !== plan) requireNoServer(config);
  const { resources, changes } = await loadParts(config.app);
  const store = openDatabase(config);
  try {
    const { plugins } = config.app;
    process.exitCode = await work(store, { resources, changes, plugins, zone: config.timeZone }, words);
  } finally {
    await store.close();
  }
} catch (cause) {
  console.error(describeStartError(cause, process.env) ?? cause);
  process.exitCode = 1;
}
