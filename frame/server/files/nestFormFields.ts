type Tree = Map<string, Tree | unknown>;

/** Deeper names are ignored. */
const MAX_DEPTH = 6;

/** Nests form fields by name (spec 7): `timings[0][time][1]`. Numeric keys make lists; the last field wins. */
export function nestFormFields(texts: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const root: Tree = new Map();
  for (const [name, value] of texts) {
    const keys = name.split(/[[\].]+/).filter((key) => key !== '');
    if (keys.length === 0 || keys.length > MAX_DEPTH) continue;
    let branch = root;
    for (const key of keys.slice(0, -1)) {
      const existing = branch.get(key);
      const child: Tree = existing instanceof Map ? existing : new Map();
      branch.set(key, child);
      branch = child;
    }
    branch.set(keys.at(-1) as string, value);
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, toPlainValue(value)]));
}

function toPlainValue(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Tree)];
  if (!entries.every(([key]) => /^\d{1,4}$/.test(key)))
    return Object.fromEntries(entries.map(([key, child]) => [key, toPlainValue(child)]));
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => toPlainValue(child));
}
