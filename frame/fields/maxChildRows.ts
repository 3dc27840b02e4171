/** Default maximum of child rows. */
export const MAX_CHILD_ROWS = 100;
