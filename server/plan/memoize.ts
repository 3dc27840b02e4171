const MAX_KNOWN = 5000;

/** Remembers the results of a pure function of texts. */
export function memoize<A extends string[], R>(compute: (...texts: A) => R): (...texts: A) => R {
  const known = new Map<string, R>();
  return (...texts) => {
    const key = texts.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const result = compute(...texts);
    known.set(key, result);
    return result;
  };
}

/** Remembers the results of a pure function of an object that never changes, and a day. */
export function memoizeByDay<O extends object, R>(compute: (of: O, day: string, zone: string) => R): typeof compute {
  const known = new WeakMap<O, Map<string, R>>();
  return (of, day, zone) => {
    const own = known.get(of) ?? new Map<string, R>();
    known.set(of, own);
    const found = own.get(day);
    if (found !== undefined) return found;
    const result = compute(of, day, zone);
    own.set(day, result);
    return result;
  };
}
