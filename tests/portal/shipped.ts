import type { RolePage } from 'portal-frame/internal';
import { pages, resources } from 'portal-frame/internal/browser';

/** Resources of the specification's screens. Others have their own tests. */
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

/** True for the portal's own pages. */
const isShippedPage = ({ path }: { path: string }): boolean =>
  /^\/(employee-|laboratory-)?(dashboard|settings|profile|run-sheet)$/.test(path);

/** Removes resources and pages that a developer added, so that these tests match the specification. */
export function keepShipped(): void {
  const shipped = resources.filter(({ name }) => SHIPPED.includes(name));
  resources.splice(0, resources.length, ...shipped);
  (pages as RolePage[]).splice(0, pages.length, ...pages.filter(isShippedPage));
}
