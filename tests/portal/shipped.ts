import type { RolePage } from '../../frame/config/page.ts';
import { pages } from '../../frame/config/pages.ts';
import { resources } from '../../frame/config/registry.ts';

/** The resources of the specification's screens. Others of src/resources, orders and what a developer adds, have tests of their own. */
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

/** Whether a page's address, for any of its roles, is one of the portal's own pages. */
const isShippedPage = ({ path }: { path: string }): boolean =>
  /^\/(employee-|laboratory-)?(dashboard|settings|profile|run-sheet)$/.test(path);

/** Takes from the portal what a developer added, so that the specification's tests see what the specification says. */
export function keepShipped(): void {
  const shipped = resources.filter(({ name }) => SHIPPED.includes(name));
  resources.splice(0, resources.length, ...shipped);
  (pages as RolePage[]).splice(0, pages.length, ...pages.filter(isShippedPage));
}
