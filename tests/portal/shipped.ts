import { resources } from '../../src/config/registry.ts';

/** The resources that the portal ships. What a developer adds to src/resources has tests of its own. */
const SHIPPED = [
  'admins',
  'appointments',
  'archive',
  'audit',
  'employees',
  'laboratories',
  'notifications',
  'transactions',
];

/** Takes from the portal what a developer added, so that the specification's tests see what the specification says. */
export function keepShipped(): void {
  const shipped = resources.filter(({ name }) => SHIPPED.includes(name));
  resources.splice(0, resources.length, ...shipped);
}
