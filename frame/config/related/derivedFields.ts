import type { Fields } from '../../fields/kind.ts';

/** True if the function can read this field: it names it, or takes the record as a whole. */
function mayUse(read: unknown, name: string): boolean {
  const source = String(read);
  const takesParts = /^(async\s*)?(\w+\s*)?\(\s*\{[^.{}]*\}\s*\)/.test(source);
  return !takesParts || source.split(/\W+/).includes(name);
}

/** Lists the lookups and rollups that these functions of a config may read. */
export const listFollowed = (fields: Fields, functions: readonly unknown[]): string[] =>
  Object.keys(fields).filter(
    (name) => (fields[name]?.lookup || fields[name]?.rollup) && functions.some((one) => mayUse(one, name)),
  );

/**
 * Lists the fields whose values follow other records: lookups, rollups, and what is computed from them. They change
 * without a write to the record, and after the other values of a write.
 */
export function listFollowing(fields: Fields): ReadonlySet<string> {
  const found = new Set(Object.keys(fields).filter((name) => fields[name]?.lookup || fields[name]?.rollup));
  const computed = Object.entries(fields).flatMap(([name, { compute }]) => (compute ? [[name, compute] as const] : []));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [name, compute] of computed) if ([...found].some((one) => mayUse(compute, one))) found.add(name);
  }
  return found;
}

interface Validated {
  fields: Fields;
  validate?: unknown;
}

const known = new WeakMap<Validated, boolean>();

/** True if `validate` may read what follows other records. Then it can only judge the written record. */
export function validatesFollowing(resource: Validated): boolean {
  const { fields, validate } = resource;
  const found =
    known.get(resource) ??
    (validate !== undefined && [...listFollowing(fields)].some((name) => mayUse(validate, name)));
  known.set(resource, found);
  return found;
}
