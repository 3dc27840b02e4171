import { nearest } from '../../../config/nearest.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { validateValues } from '../../../config/validate.ts';
import { translateServer } from '../../base/texts.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Values } from '../schema/recordRow.ts';

/** Seconds that a hook may take: while it runs in a transaction, whoever else writes waits for it. */
const MOST_SECONDS = 5;
/** Changes that hooks may make within one another. */
const MOST_DEEP = 20;

/** What a hook gives, unless it takes so long that it is not waited for. */
export async function inTime<T>(hook: string, work: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${hook} did not end within ${MOST_SECONDS} seconds.`);
    timer = setTimeout(reject, MOST_SECONDS * 1000, error);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a hook gives to be written besides. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` is a hook too
export type Given = Values | undefined | void;

/** Throws an Error where a hook gives values that the collection's fields cannot have. */
export function checkGiven({ fields, name: resource }: AnyResource, values: Given, by: string): void {
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
    const near = nearest(name, open);
    throw new Error(
      `${by} gave "${name}", expected a field of ${resource} that can be filled in.${near ? ` Did you mean "${near}"?` : ''}`,
    );
  }
  const entries = given.map((field) => ({ field }));
  const [error] = Object.entries(validateValues(fields, entries, values));
  if (error) throw new Error(`${by} gave ${error[0]}: ${translateServer().say(error[1])}`);
}

/** The scene of a change that a hook makes in `collection`, within the change of `id` that it is called for. */
export function sceneWithin(scene: Scene, id: string, collection: Scene['collection']): Scene {
  const underWay = [...(scene.underWay ?? []), `${scene.collection.resource.name} ${id}`];
  if (underWay.length > MOST_DEEP)
    throw new Error(`Hooks change one record within another for ever: ${underWay.slice(-3).join(', ')} ...`);
  return { ...scene, collection, underWay };
}

/** Throws an Error where a hook would change a record whose own change is under way: one of the two would be lost. */
export function refuseUnderWay({ underWay = [], collection }: Scene, id: string): void {
  const record = `${collection.resource.name} ${id}`;
  if (underWay.includes(record))
    throw new Error(`A hook changes ${record} while it is being changed: what it adds to that, "before" gives.`);
}
