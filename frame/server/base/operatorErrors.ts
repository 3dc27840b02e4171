/** A bad value in the environment. The start ends with its message as the only line. */
export class EnvironmentError extends Error {}

/** A command that cannot do what it was asked for. Its message, for the operator, is the only line printed. */
export class CommandError extends Error {}
