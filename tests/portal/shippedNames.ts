/** The resources of the specification's screens. Others of src/resources, orders and what a developer adds, have tests of their own. */
export const SHIPPED = [
  'admins',
  'appointments',
  'archive',
  'audit',
  'employees',
  'laboratories',
  'notifications',
  'transactions',
];

/** Whether a page's address, for any of its roles, is one of the portal's own pages. */
export const isShippedPage = ({ path }: { path: string }): boolean =>
  /^\/(employee-|laboratory-)?(dashboard|settings|profile|run-sheet)$/.test(path);
