/** Milliseconds by kind (spec 9); null until closed. */
export const TOAST_DURATIONS = { error: 4000, success: 2000, warning: 4000, info: 4000, loading: null } as const;
/** Milliseconds of a toast with a button, long enough to reach it. */
export const ACTION_TOAST_DURATION = 10_000;
