/** Edit distance between two words (Levenshtein), without case. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1]?.toLowerCase() === b[j - 1]?.toLowerCase() ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** How far a misspelt name may be from the one that was meant. */
const tolerance = (name: string) => Math.max(2, Math.floor(name.length / 2));

/** The name that a misspelt one most likely meant, or undefined where none is close. */
export function findNearestName(found: string, names: readonly string[]): string | undefined {
  // A name of quite another length is not near: what is long is not measured at all.
  const alike = names.filter((name) => Math.abs(name.length - found.length) <= tolerance(name));
  const best = alike.map((name) => ({ name, far: distance(found, name) })).toSorted((a, b) => a.far - b.far)[0];
  return best && best.far <= tolerance(best.name) ? best.name : undefined;
}
