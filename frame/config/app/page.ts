import type { Label } from '../../fields/kind.ts';
import type { Role } from '../../wire/roles.ts';
import type { Keys } from '../schemas/keyTypes.ts';
import type { pageSchema } from '../schemas/pageSchema.ts';

/** Screen without a resource: the default export of src/pages/{name}.page.ts. */
export interface PageConfig extends Keys<typeof pageSchema> {}

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
