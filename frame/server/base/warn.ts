/** Tells the operator about a failure that stops nothing: a warning of the process, one line on standard error. */
export const warn = (what: string, cause: unknown): void =>
  process.emitWarning(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
