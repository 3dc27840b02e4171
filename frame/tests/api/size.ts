/** True in the nightly suite: generated tests try all their cases. */
export const isNightly = process.env.NIGHTLY === '1';

/** How many generated cases a test tries: the same `few` in `npm test`, `all` in the nightly suite. */
export const casesOf = (few: number, all: number) =>
  isNightly ? { numRuns: all } : { numRuns: few, seed: 20_260_302 };
