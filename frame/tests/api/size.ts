/** How many generated cases a test tries: the same `few` each time in `npm test`, `all` in the nightly suite (NIGHTLY=1). */
export const casesOf = (few: number, all: number) =>
  process.env.NIGHTLY ? { numRuns: all } : { numRuns: few, seed: 20_260_302 };
