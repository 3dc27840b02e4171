import { findNearestName } from '../../../config/checks/nearestName.ts';
import { deferRequired } from '../../../config/conditionalFields.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { validateValues } from '../../../config/validate.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { holdsReceivedFiles, listOpenFields } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** Levels of hooks that trigger each other. */
const MAX_HOOK_DEPTH = 20;

/** Runs a hook. Throws an Error after `limit` seconds for each ten of its `changes`. Other writers wait for it. */
export async function withHookTimeout<T>(hook: string, work: () => T | Promise<T>, changes = 1, limit = 5): Promise<T> {
  const running = work();
  // A limit cannot interrupt a hook that does not wait.
  if (!(running instanceof Promise)) return running;
  let timer: NodeJS.Timeout | undefined;
  const seconds = limit * Math.ceil(changes / 10);
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${hook} did not end within ${seconds} seconds.`);
    timer = setTimeout(reject, seconds * 1000, error);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
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
