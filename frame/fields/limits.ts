/** Rows that a record may have where a config names no number. */
export const MOST_CHILDREN = 100;
