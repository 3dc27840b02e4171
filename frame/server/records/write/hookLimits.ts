import { findNearestName } from '../../../config/checks/nearestName.ts';
import { deferRequired } from '../../../config/conditionalFields.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { validateValues } from '../../../config/validate.ts';
import { busy } from '../../base/httpError.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { settlesWithin } from '../../base/settlesWithin.ts';
import { HookClock } from '../../db/guardTransactions.ts';
import { holdsReceivedFiles, listOpenFields } from '../access/fieldAccess.ts';
import type { OpenTransaction, OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** Levels of hooks that trigger each other. */
const MAX_HOOK_DEPTH = 20;

/** All waits of a hook for locks, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** Pause between looks at the clock while a hook waits for a lock. */
const LOOK_MS = 100;

/**
 * Runs a hook. Throws an Error after `limit` seconds for each ten of its `changes`, without waits for locks; and an
 * HttpError (503) if these are long. Other writers wait for the hook. The rollback ends what it still does.
 */
export async function withHookTimeout<T>(hook: string, work: () => T | Promise<T>, changes = 1, limit = 5): Promise<T> {
  const clock = new HookClock();
  const running = clock.run(work);
  // A limit cannot interrupt a hook that does not wait.
  if (!(running instanceof Promise)) return running;
  const seconds = limit * Math.ceil(changes / 10);
  for (let left = seconds * 1000; left > 0; left = seconds * 1000 - clock.used) {
    if (await settlesWithin(running, Math.max(left, LOOK_MS))) return running;
    if (clock.waited > Math.max(MAX_WAIT_MS, seconds * 1000)) throw busy();
  }
  throw new Error(`${hook} did not end within ${seconds} seconds.`);
}

/** Throws an Error if writes of a hook or call are still under way at its end: they would be done in part. */
export function requireFinished({ unfinished }: Pick<OpenTransaction, 'unfinished'>, by: string): void {
  const [first] = unfinished ?? [];
  if (first) throw new Error(`${by} did not await its change of ${first.resource}. Nothing is committed.`);
}

/** Values that a hook adds to the change. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` is a hook too
export type HookResult = RecordValues | undefined | void;

/** Throws an Error if a hook returns or writes unknown fields or invalid values. `by` names the hook or call. */
export function checkHookValues(resource: AnyResource, values: HookResult, by: string): void {
  const { fields, name: resourceName } = resource;
  if (values === undefined) return;
  if (values === null || typeof values !== 'object' || Array.isArray(values))
    throw new Error(`${by} gave ${JSON.stringify(values)}, expected values by field, or nothing.`);
  const open = listOpenFields(resource);
  const given = Object.keys(values);
  for (const name of given) {
    if (open.includes(name) || holdsReceivedFiles(fields[name], values[name])) continue;
    const near = findNearestName(name, open);
    throw new Error(
      `${by} gave "${name}", expected a field of ${resourceName} that can be filled in.${near ? ` Did you mean "${near}"?` : ''}`,
    );
  }
  const entries = given.map((field) => deferRequired(fields, { field }));
  const [error] = Object.entries(validateValues(fields, entries, values));
  if (error) throw new Error(`${by} gave ${error[0]}: ${getServerTexts().formatMessage(error[1])}`);
}

/** Throws an Error if hooks trigger each other on too many levels. */
export function refuseDeepHooks({ activeRecords = [] }: Pick<OperationContext, 'activeRecords'>): void {
  if (activeRecords.length > MAX_HOOK_DEPTH)
    throw new Error(`Hooks change one record within another for ever: ${activeRecords.slice(-3).join(', ')} ...`);
}

/** Throws an Error if a hook changes a record that is being changed: one of the two changes would be lost. */
export function refuseActiveRecord({ activeRecords = [], collection }: OperationContext, id: string): void {
  const record = `${collection.resource.name} ${id}`;
  if (activeRecords.includes(record))
    throw new Error(`A hook changes ${record} while it is being changed: what it adds to that, "before" gives.`);
}
