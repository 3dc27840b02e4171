import type { IconName } from '../config/icons.ts';
import { pages } from '../config/pages.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import type { Label } from '../fields/kind.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { hasFeature, isOffered } from './session.ts';

export interface MenuEntry {
  path: string;
  /** Its own text; left out, it is called after its resource (`useEntryName`). */
  label?: Label | undefined;
  /** The resource whose list, or form, it leads to. */
  resource?: AnyResource;
  /** Which of its screens, where it is not the list. */
  form?: boolean;
  reports?: boolean;
  icon: IconName;
  /** Stands apart at the bottom of the sidebar. */
  bottom?: boolean;
}

/** Whether the host has a resource, and the calls behind its list for a role. */
export const isResourceOffered = ({ api, feature }: AnyResource, role: Role): boolean =>
  (!feature || hasFeature(feature)) && isOffered(api?.list?.[role]?.call);

/** A role's menu (spec 2, Layouts): its pages and resources in their order, a form before its list. */
export function getMenu(role: Role): MenuEntry[] {
  const entries: (MenuEntry & { order: number })[] = pages.flatMap(({ path, role: owner, menu, title, icon }) =>
    owner === role && menu ? [{ ...menu, path, label: title, icon }] : [],
  );
  for (const resource of resources) {
    const { icon, menu, order = 50, roles } = resource;
    const access = roles[role];
    if (!access || order === false || !isResourceOffered(resource, role)) continue;
    if (access.form) entries.push({ path: access.form, label: menu?.form, resource, form: true, icon: 'add', order });
    if (access.list) entries.push({ path: access.list, label: menu?.list, resource, icon, order });
    if (access.reports) entries.push({ path: access.reports, resource, reports: true, icon: 'chart', order });
  }
  return entries.toSorted((a, b) => a.order - b.order);
}

/** What a phone has at its bottom: the role's own first screen and its menu; nothing for a role without one. */
export function getBottomBar(role: Role): MenuEntry[] {
  const first = pages.find((page) => page.role === role && page.bottomBar);
  if (!first) return [];
  return [{ path: first.path, label: first.title, icon: first.icon }, ...getMenu(role)].slice(0, BAR);
}
/** Entries that fit beside each other at 390 px. */
const BAR = 5;

/** Every screen a role can go to: what its menu has, and what is reached otherwise. */
export function listDestinations(role: Role): MenuEntry[] {
  const entries = getMenu(role);
  const others = [
    ...resources
      .filter((one) => isResourceOffered(one, role))
      .flatMap((resource) => {
        const { icon, menu, roles } = resource;
        return [
          { path: roles[role]?.list, label: menu?.list, resource, icon },
          { path: roles[role]?.form, label: menu?.form, resource, form: true, icon: 'add' as const },
          { path: roles[role]?.reports, resource, reports: true, icon: 'chart' as const },
        ];
      }),
    ...pages.map(({ role: owner, path, title, icon }) => ({
      path: owner === role ? path : undefined,
      label: title,
      icon,
    })),
  ];
  const more = others.flatMap(({ path, ...rest }): MenuEntry[] => (path ? [{ path, ...rest }] : []));
  return [...entries, ...more.filter(({ path }) => entries.every((one) => one.path !== path))];
}

/** Every address below which a role's screens stand. */
export const listScreenPaths = (role: Role): string[] => [
  ...pages.filter((page) => page.role === role).map(({ path }) => path),
  ...resources.flatMap(({ roles }) =>
    [roles[role]?.list, roles[role]?.form, roles[role]?.reports].filter((path) => path !== undefined),
  ),
];

/** The role a path belongs to: the path itself, or a popup below it. */
export const findPathRole = (pathname: string): Role | undefined =>
  ROLES.find((role) => listScreenPaths(role).some((path) => pathname === path || pathname.startsWith(`${path}/`)));
