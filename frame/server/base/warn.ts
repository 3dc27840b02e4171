/** Warns the operator about a failure that stops nothing, in one line on standard error. */
export const warn = (what: string, cause: unknown): void =>
  process.emitWarning(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
