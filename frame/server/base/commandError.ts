/** A command that cannot do what it was asked for. Its message, for the operator, is the only line printed. */
export class CommandError extends Error {}
