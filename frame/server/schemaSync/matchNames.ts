import { listEarlierNames } from '../../config/checkChanges.ts';

/** What has a name, and had others: a field or a resource, as it is stored. */
interface StoredName {
  name: string;
  renamedFrom?: readonly string[];
  dropped?: true;
  superseded?: true;
}
/** The same as a config has it. */
interface ConfiguredName {
  name: string;
  renamedFrom?: unknown;
}

/**
 * Which of what is stored each of a config's names goes on with: the one it says it was called by, else the one of the
 * same name. A rename is made once: what is stored under a name remembers the names it had before, so that the config
 * may go on saying them, and another may take them later.
 */
export function matchNames<S extends StoredName, W extends ConfiguredName>(
  stored: readonly S[],
  configured: readonly W[],
  comesBack: (stored: S, configured: W) => boolean,
): Map<W, S> {
  const found = new Map<W, S>();
  const taken = new Set<S>();
  const live = stored.filter(({ dropped }) => !dropped);
  // The latest of those that are gone: it was the last to be seen.
  const gone = stored.filter(({ dropped, superseded }) => dropped && !superseded).toReversed();
  const take = (one: W, other: S | undefined): boolean => {
    if (!other || taken.has(other) || found.has(one)) return false;
    found.set(one, other);
    taken.add(other);
    return true;
  };
  const free = (name: string, among: readonly S[]) => among.find((one) => one.name === name && !taken.has(one));
  const earlierOf = (one: W): S | undefined => {
    // What goes on under another name takes its earlier names along.
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
