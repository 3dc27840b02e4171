import type { Label, Lazy } from '../fields/kind.ts';
import { ROLES, type Role } from '../wire/call.ts';
import type { PerRole } from '../wire/roles.ts';
import type { IconName } from './icons.ts';

/** A screen that is no resource: the default export of src/pages/{name}.page.ts. */
export interface PageConfig {
  /** Its address, for each role that has it. */
  paths: PerRole<string>;
  /** Its address for every role that `paths` does not name: '/{role}-profile'. */
  defaultPath?: string;
  /** What the menu, the palette and the browser's tab call it. */
  title: Label;
  icon: IconName;
  /** Fetched when it is opened. */
  component: Lazy<{ role: Role }>;
  /** Its place in the menu, and for whom it stands apart at the bottom; left out, it is reached otherwise. */
  menu?: { order?: number; bottom?: readonly Role[] };
  /** On a phone it comes first in a bar at the bottom, with the role's menu beside it. */
  bottomBar?: boolean;
}

/**
 * Declares a page; its route, its guard and its entries are derived from it.
 * @example export default definePage({ paths: { admin: '/shelf' }, title: 'Shelf', icon: 'inventory', component: () => import('./Shelf.tsx') });
 */
export const definePage = (page: PageConfig): PageConfig => page;

/** A page as one role has it. */
export interface RolePage extends Omit<PageConfig, 'paths' | 'defaultPath' | 'menu'> {
  path: string;
  role: Role;
  menu?: { order: number; bottom: boolean };
}

/** Where a page stands in the menu that says no more. */
const ORDER = 50;

/** A page's address for a role; undefined where the role does not have it. */
export const getPagePath = (
  { paths, defaultPath }: Pick<PageConfig, 'paths' | 'defaultPath'>,
  role: Role,
): string | undefined => paths[role] ?? defaultPath?.replaceAll('{role}', role);

/** A page's screens, role by role. */
export const toRolePages = ({ paths, defaultPath, menu, ...page }: PageConfig): RolePage[] =>
  ROLES.flatMap((role) => {
    const path = getPagePath({ paths, defaultPath }, role);
    if (path === undefined) return [];
    const { order = ORDER, bottom = [] } = menu ?? {};
    return [{ ...page, path, role, ...(menu && { menu: { order, bottom: bottom.includes(role) } }) }];
  });
