/** A bad value in the environment: its message is the one line that the start ends with. */
export class EnvironmentError extends Error {}
