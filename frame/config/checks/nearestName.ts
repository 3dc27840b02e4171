/** Levenshtein distance, ignoring case. */
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

const tolerateHalf = (name: string) => Math.max(2, Math.floor(name.length / 2));

/** Returns the name that a misspelt one most likely meant, or undefined. `tolerance` is the number of wrong letters. */
export function findNearestName(
  found: string,
  names: readonly string[],
  tolerance: (name: string) => number = tolerateHalf,
): string | undefined {
  // Skips names of a very different length, whose distance is slow to compute.
  const alike = names.filter((name) => Math.abs(name.length - found.length) <= tolerance(name));
  const best = alike.map((name) => ({ name, far: distance(found, name) })).toSorted((a, b) => a.far - b.far)[0];
  return best && best.far <= tolerance(best.name) ? best.name : undefined;
}
