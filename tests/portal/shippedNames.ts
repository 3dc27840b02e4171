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
