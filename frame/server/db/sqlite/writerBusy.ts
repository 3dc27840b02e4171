/** Thrown by a quick transaction whose turn does not come soon: another writes, and may do so for long. */
export class WriterBusyError extends Error {}

/** Milliseconds that a quick transaction waits for its turn. */
export const WRITER_WAIT_MS = 20;
