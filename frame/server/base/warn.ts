/** Tells the operator about a failure that stops nothing: one line on standard error. */
export const warn = (what: string, cause: unknown): void =>
  console.warn(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
