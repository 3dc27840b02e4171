// npm run plan: what the next start would do to the data that is there, without doing it. `--json` for scripts. It ends
// with 0 where there is nothing to do, 2 where there is something, and 3 where a start refuses it or it takes values out
// of sight; 1 is a fault. `--undo` takes back the last change that a start made; `--anyway` even where values that came
// since would go out of sight.
import { parseArgs } from 'node:util';
import { loadResources } from '../server/collections/load.ts';
import { collectionDb } from '../server/collections/tables.ts';
import { type Config, readConfig } from '../server/config.ts';
import { ConfigError } from '../server/configError.ts';
import { planChanges } from '../server/shape/plan.ts';
import { isRefused } from '../server/shape/steps.ts';
import { exitCode, told, toldUndone } from '../server/shape/tell.ts';
import { UndoError, undoLast } from '../server/shape/undo.ts';
import { startFault } from '../server/startFault.ts';
import { lockForServer } from '../server/store/lock.ts';
import { openDatabase, type Store } from '../server/store/open.ts';
import type { AnyResource } from '../src/config/resource.ts';

interface Words {
  json: boolean;
  undo: boolean;
  anyway: boolean;
}

const write = (json: boolean, data: object, text: string) => console.log(json ? JSON.stringify(data, null, 2) : text);

/** A server goes by the places that it found at its start. */
function withoutServer({ dataDir, databaseUrl }: Config): void {
  if (!databaseUrl && !lockForServer(dataDir))
    throw new ConfigError(`A server runs on ${dataDir}. Stop it first: it goes by what was stored when it started.`);
}

async function plan(store: Store, resources: readonly AnyResource[], zone: string, { json }: Words): Promise<number> {
  const found = await planChanges(collectionDb(store.db), { resources, zone });
  const { steps } = found;
  write(json, { refused: steps.some(isRefused), steps }, told(found));
  return exitCode(found);
}

async function undo(store: Store, resources: readonly AnyResource[], zone: string, words: Words): Promise<number> {
  try {
    const undone = await undoLast(store, { resources, zone, anyway: words.anyway });
    write(words.json, undone ?? {}, undone ? toldUndone(undone, false) : 'There is no change to take back.');
    return 0;
  } catch (cause) {
    if (!(cause instanceof UndoError)) throw cause;
    write(words.json, { refused: true, ...cause.undone }, toldUndone(cause.undone, true));
    return 3;
  }
}

try {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { json: flag, undo: flag, anyway: flag } });
  const config = readConfig(process.env);
  if (values.undo) withoutServer(config);
  const resources = await loadResources();
  const store = openDatabase(config);
  try {
    process.exitCode = await (values.undo ? undo : plan)(store, resources, config.timeZone, values);
  } finally {
    await store.close();
  }
} catch (cause) {
  console.error(startFault(cause, process.env) ?? cause);
  process.exitCode = 1;
}
