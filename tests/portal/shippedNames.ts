/** The resources that the portal ships. What a developer adds to src/resources has tests of its own. */
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
