export interface Row {
  test: string;
  attempts: number;
  failures: string[];
}

/** Counts attempts and keeps the first failure reported by `check`. */
export interface Tally extends Row {
  check(held: boolean, what: () => string): void;
}

export function tally(test: string): Tally {
  const row: Tally = {
    ...{ test, attempts: 0, failures: [] },
    check(held, what) {
      row.attempts += 1;
      if (!held) row.failures.push(what());
    },
  };
  return row;
}

export async function each<T>(list: readonly T[], work: (one: T) => Promise<void>, at = 8): Promise<void> {
  const left = [...list];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: at }, worker));
}

export const some = <T>(list: readonly T[], part: number): T[] => list.filter((_, index) => index % part === 0);

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| test | attempts | failures |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ test, attempts, failures }) => `| ${test} | ${attempts.toLocaleString('en-US')} | ${failures.length} |`,
    ),
  ].join('\n');
