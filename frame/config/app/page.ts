import type { Label, Lazy } from '../../fields/kind.ts';
import type { PerRole, Role } from '../../wire/roles.ts';
import type { IconName } from './icons.ts';

/** Screen without a resource: the default export of src/pages/{name}.page.ts. */
export interface PageConfig {
  /** Path by role. */
  paths: PerRole<string>;
  /** Path for all other roles, such as '/{role}-profile'. */
  defaultPath?: string;
  /** Name in the menu, the palette and the browser tab. */
  title: Label;
  icon: IconName;
  /** Loaded on demand. */
  component: Lazy<{ role: Role }>;
  /**
   * Position in the menu and heading above it; `bottom` lists roles that have it at the bottom. Without `menu` the page
   * has no menu entry.
   */
  menu?: { order?: number; group?: Label; bottom?: readonly Role[] };
  /** First entry of the bottom bar on phones, before the role's menu. */
  bottomBar?: boolean;
}

/**
 * Declares a page. The frame derives its route, guard and menu entries.
 * @example export default definePage({ paths: { admin: '/shelf' }, title: 'Shelf', icon: 'inventory', component: () => import('./Shelf.tsx') });
 */
export const definePage = (page: PageConfig): PageConfig => page;

/** Page as one role sees it. */
export interface RolePage extends Omit<PageConfig, 'paths' | 'defaultPath' | 'menu'> {
  path: string;
  role: Role;
  menu?: { order: number; group?: Label; bottom: boolean };
}

const ORDER = 50;

/** Returns the path of a page for a role, or undefined if the role has none. */
export const getPagePath = (
  { paths, defaultPath }: Pick<PageConfig, 'paths' | 'defaultPath'>,
  role: Role,
): string | undefined => paths[role] ?? defaultPath?.replaceAll('{role}', role);

/** Lists a page once for each of the roles that has it. */
export const toRolePages = ({ paths, defaultPath, menu, ...page }: PageConfig, roles: readonly Role[]): RolePage[] =>
  roles.flatMap((role) => {
    const path = getPagePath({ paths, defaultPath }, role);
    if (path === undefined) return [];
    const { order = ORDER, bottom = [], ...group } = menu ?? {};
    return [{ ...page, path, role, ...(menu && { menu: { ...group, order, bottom: bottom.includes(role) } }) }];
  });
