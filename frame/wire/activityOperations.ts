/** Operations on resources, by the names that activity entries have. `refused` is any operation that was denied. */
export const ACTIVITY_OPERATIONS = [
  'read',
  'list',
  'create',
  'change',
  'delete',
  'export',
  'sign-in',
  'sign-out',
  'refused',
] as const;
export type ActivityOperation = (typeof ACTIVITY_OPERATIONS)[number];
