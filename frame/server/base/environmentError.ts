/** A bad value in the environment. The start ends with its message as the only line. */
export class EnvironmentError extends Error {}
