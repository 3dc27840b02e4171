/** A `ref` that focuses an input when it mounts. */
export const focusInput = (input: HTMLInputElement | null) => input?.focus();
