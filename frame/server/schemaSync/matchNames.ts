import { listEarlierNames } from '../../config/checks/checkChanges.ts';

interface StoredName {
  name: string;
  renamedFrom?: readonly string[];
  dropped?: true;
  superseded?: true;
}
interface ConfiguredName {
  name: string;
  renamedFrom?: unknown;
}

/**
 * Matches configured names with stored ones: first by `renamedFrom`, then by the same name. Each rename happens once: a
 * stored name remembers its earlier names. The config may keep `renamedFrom`, and another field may take the old name.
 */
export function matchNames<S extends StoredName, W extends ConfiguredName>(
  stored: readonly S[],
  configured: readonly W[],
  comesBack: (stored: S, configured: W) => boolean,
): Map<W, S> {
  const found = new Map<W, S>();
  const taken = new Set<S>();
  const live = stored.filter(({ dropped }) => !dropped);
  // Latest first.
  const gone = stored.filter(({ dropped, superseded }) => dropped && !superseded).toReversed();
  const take = (one: W, other: S | undefined): boolean => {
    if (!other || taken.has(other) || found.has(one)) return false;
    found.set(one, other);
    taken.add(other);
    return true;
  };
  const free = (name: string, among: readonly S[]) => among.find((one) => one.name === name && !taken.has(one));
  const earlierOf = (one: W): S | undefined => {
    // A renamed field keeps its earlier names.
    const recorded = free(one.name, live)?.renamedFrom ?? [];
    const earlier = listEarlierNames(one.renamedFrom).filter((name) => !recorded.includes(name));
    return earlier.map((name) => free(name, live) ?? free(name, gone)).find((other) => other !== undefined);
  };
  while (configured.map((one) => take(one, found.has(one) ? undefined : earlierOf(one))).includes(true));
  for (const one of configured) take(one, free(one.name, live));
  for (const one of configured)
    take(
      one,
      gone.find((other) => other.name === one.name && !taken.has(other) && comesBack(other, one)),
    );
  return found;
}
