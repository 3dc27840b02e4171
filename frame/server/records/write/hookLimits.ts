import { findNearestName } from '../../../config/nearest.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { validateValues } from '../../../config/validate.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** Seconds that a hook may take: while it runs in a transaction, whoever else writes waits for it. */
const HOOK_TIMEOUT_SECONDS = 5;
/** Changes that hooks may make within one another. */
const MAX_HOOK_DEPTH = 20;

/** What a hook gives, unless it takes so long that it is not waited for. */
export async function withHookTimeout<T>(hook: string, work: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${hook} did not end within ${HOOK_TIMEOUT_SECONDS} seconds.`);
    timer = setTimeout(reject, HOOK_TIMEOUT_SECONDS * 1000, error);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a hook gives to be written besides. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` is a hook too
export type HookResult = RecordValues | undefined | void;

/** Throws an Error where a hook gives values that the collection's fields cannot have. */
export function checkHookValues({ fields, name: resource }: AnyResource, values: HookResult, by: string): void {
  if (values === undefined) return;
  if (values === null || typeof values !== 'object' || Array.isArray(values))
    throw new Error(`${by} gave ${JSON.stringify(values)}, expected values by field, or nothing.`);
  const open = Object.entries(fields).flatMap(([name, field]) => {
    const { kind, compute, rollup, lookup } = field;
    const isOther = compute || rollup || lookup || isSystemField(name, field);
    return isOther || ['file', 'files', 'children'].includes(kind.storage) ? [] : [name];
  });
  const given = Object.keys(values);
  for (const name of given) {
    if (open.includes(name)) continue;
    const near = findNearestName(name, open);
    throw new Error(
      `${by} gave "${name}", expected a field of ${resource} that can be filled in.${near ? ` Did you mean "${near}"?` : ''}`,
    );
  }
  const entries = given.map((field) => ({ field }));
  const [error] = Object.entries(validateValues(fields, entries, values));
  if (error) throw new Error(`${by} gave ${error[0]}: ${getServerTexts().formatMessage(error[1])}`);
}

/** The scene of a change that a hook makes in `collection`, within the change of `id` that it is called for. */
export function createNestedContext(
  scene: OperationContext,
  id: string,
  collection: OperationContext['collection'],
): OperationContext {
  const underWay = [...(scene.activeRecords ?? []), `${scene.collection.resource.name} ${id}`];
  if (underWay.length > MAX_HOOK_DEPTH)
    throw new Error(`Hooks change one record within another for ever: ${underWay.slice(-3).join(', ')} ...`);
  return { ...scene, collection, activeRecords: underWay };
}

/** Throws an Error where a hook would change a record whose own change is under way: one of the two would be lost. */
export function refuseActiveRecord({ activeRecords: underWay = [], collection }: OperationContext, id: string): void {
  const record = `${collection.resource.name} ${id}`;
  if (underWay.includes(record))
    throw new Error(`A hook changes ${record} while it is being changed: what it adds to that, "before" gives.`);
}
