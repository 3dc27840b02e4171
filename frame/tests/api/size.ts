/** True in the nightly suite, in which generated tests try all cases. */
export const isNightly = process.env.NIGHTLY === '1';

/** True in the nightly suite on SQLite. Rights and forms are the same code on PostgreSQL, which tries fewer of them. */
export const isFullSize = isNightly && !process.env.TEST_DATABASE_URL;

/** Number of generated cases: `few` in `npm test`, `all` in the nightly suite. */
export const casesOf = (few: number, all: number) =>
  isNightly ? { numRuns: all } : { numRuns: few, seed: 20_260_302 };

/** All of `list` at full size, else every third. */
export const someOf = <T>(list: readonly T[]): readonly T[] =>
  isFullSize ? list : list.filter((_, at) => at % 3 === 0);
