/** Notes a name that is added to a resource at a place such as 'list.columns.state'. Throws if it is there. */
export type ClaimPlace = (kind: string, place: string, isThere: boolean | undefined) => void;

type Entry = string | { readonly [key in 'name' | 'field' | 'resource' | 'label' | 'add' | 'after']?: unknown };

/** Returns the name of an entry: of a tab, filter, column or related list; of a group, its label. */
const getName = (entry: Entry): unknown => {
  if (typeof entry === 'string') return entry;
  const { name, field, resource, label } = entry;
  return resource ? `${resource}.${field}` : (name ?? field ?? label);
};

/** Adds entries to a list, each behind the one named `after`, first if it is null; without that one, at the end. */
export const addEntries = <E extends Entry>(
  own: readonly E[],
  added: readonly Entry[],
  claim?: (name: unknown, isThere: boolean) => void,
): E[] =>
  added.reduce(
    (all: E[], given) => {
      const { add, after, ...rest } = typeof given === 'string' ? { add: given } : given;
      const entry = (add ?? rest) as E;
      const names = all.map(getName);
      claim?.(getName(entry), names.includes(getName(entry)));
      const at = after === undefined ? -1 : names.indexOf(after);
      return all.toSpliced(after === null ? 0 : at < 0 ? all.length : at + 1, 0, entry);
    },
    [...own],
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Adds parts to a config: entries to its lists, and keys that it lacks. `claim` gets each of them. With `onlyInto`,
 * objects that it lacks are left out.
 */
export function mergeParts<T extends object>(
  own: T,
  added: object,
  place: string,
  claim: ClaimPlace,
  onlyInto = false,
): T {
  const merged = { ...own } as Record<string, unknown>;
  for (const [key, value] of Object.entries(added)) {
    const [mine, at] = [merged[key], `${place}.${key}`];
    if (Array.isArray(value))
      merged[key] = addEntries((mine ?? []) as Entry[], value, (name, isThere) => {
        if (typeof name === 'string') claim('entry', `${at}.${name}`, isThere);
      });
    else if (isObject(value) && isObject(mine)) merged[key] = mergeParts(mine, value, at, claim, onlyInto);
    else if (!isObject(value) || !onlyInto) {
      claim('key', at, mine !== undefined);
      merged[key] = value;
    }
  }
  return merged as T;
}
