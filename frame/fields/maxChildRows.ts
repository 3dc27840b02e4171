export const MAX_CHILD_ROWS = 100;
