/** Thrown if a non-durable transaction does not get its turn soon. */
export class WriterBusyError extends Error {}

/** Wait of a non-durable transaction for its turn. */
export const WRITER_WAIT_MS = 20;
