/** Rows that a record may have where a config names no number. */
export const MAX_CHILD_ROWS = 100;
