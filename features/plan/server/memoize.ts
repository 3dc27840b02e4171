const MAX_KNOWN = 5000;

/** Remembers the results of a pure function of texts. */
export function memoize<A extends string[], R>(compute: (...texts: A) => R): (...texts: A) => R {
  const known = new Map<string, R>();
  let last: { texts: A; result: R } | undefined;
  return (...texts) => {
    // Most calls repeat the one before.
    if (last && texts.every((text, index) => text === last?.texts[index])) return last.result;
    const key = texts.join(' ');
    const found = known.get(key);
    const result = found ?? compute(...texts);
    if (found === undefined) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, result);
    }
    last = { texts, result };
    return result;
  };
}

/** Remembers the results of a pure function of an object that never changes, and a day. */
export function memoizeByDay<O extends object, R>(compute: (of: O, day: string, zone: string) => R): typeof compute {
  const known = new WeakMap<O, Map<string, R>>();
  return (of, day, zone) => {
    const found = known.get(of)?.get(day);
    if (found !== undefined) return found;
    const result = compute(of, day, zone);
    known.set(of, (known.get(of) ?? new Map<string, R>()).set(day, result));
    return result;
  };
}
