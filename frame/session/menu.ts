import type { ResourceScreen } from '../config/app/definePlugin.ts';
import type { IconName } from '../config/app/icons.ts';
import { pages } from '../config/app/pages.ts';
import { getPlugins } from '../config/app/pluginList.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource } from '../config/resource.ts';
import type { Label } from '../fields/kind.ts';
import { getPageRoles, type Role } from '../wire/roles.ts';
import { hasFeature, isOffered } from './session.ts';

export interface MenuEntry {
  path: string;
  /** Default: the name of the resource (`useMenuEntryName`). */
  label?: Label | undefined;
  resource?: AnyResource;
  /** Screen of the resource, if not the list. */
  form?: boolean;
  screen?: ResourceScreen;
  icon: IconName;
  /** Heading above the entry. */
  group?: Label | undefined;
  /** Other screens at which the entry is the current one. */
  screens?: readonly (string | undefined)[];
  /** Placed at the bottom of the sidebar. */
  bottom?: boolean;
}

/** True if the host offers a resource to a role. */
export const isResourceOffered = ({ api, feature }: AnyResource, role: Role): boolean =>
  (!feature || hasFeature(feature)) && isOffered(api?.list?.[role]?.call);

/** Returns the screens that plug-ins add to a resource of a role. */
export const getPluginScreens = (resource: AnyResource, role: Role) =>
  getPlugins().flatMap(({ plugin: { screen }, screen: component }) => {
    const path = screen && resource.roles[role]?.[screen.key as 'list'];
    return component && path ? [{ path, resource, screen, icon: screen.icon, component }] : [];
  });

/** Returns the paths of a resource's screens, those of plug-ins included. */
export const getScreenPaths = (resource: AnyResource, role: Role) =>
  [
    resource.roles[role]?.list,
    resource.roles[role]?.form,
    ...getPluginScreens(resource, role).map(({ path }) => path),
  ].filter((path) => path !== undefined);

/**
 * Returns a role's menu (spec 2, Layouts). Forms and screens of plug-ins have entries only without a list, or if
 * configured.
 */
export function getMenu(role: Role): MenuEntry[] {
  const entries: (MenuEntry & { order: number })[] = pages.flatMap(({ path, role: owner, menu, title, icon }) =>
    owner === role && menu ? [{ ...menu, path, label: title, icon }] : [],
  );
  for (const resource of resources) {
    const { icon, menu, order = 50, roles } = resource;
    const access = roles[role];
    if (!access || order === false || !isResourceOffered(resource, role)) continue;
    const { form, list } = access;
    const added = getPluginScreens(resource, role);
    const hasFormEntry = menu?.form || !list;
    const shared = { resource, order, group: menu?.group };
    if (form && hasFormEntry) entries.push({ path: form, ...formEntry(menu), ...shared });
    if (list) {
      const screens = [hasFormEntry ? undefined : form, ...added.map(({ path }) => path)];
      entries.push({ path: list, label: menu?.list, icon, screens, ...shared });
    }
    if (!list) entries.push(...added.map((screen) => ({ ...screen, ...shared })));
  }
  return entries.toSorted((a, b) => a.order - b.order);
}

const formEntry = (menu: AnyResource['menu']) => ({
  label: menu?.form === true ? undefined : menu?.form,
  form: true,
  icon: 'add' as const,
});

/** Gathers entries with the same heading at the place of the first. Neighbours without one form a section, too. */
export function toMenuSections(entries: readonly MenuEntry[]): [MenuEntry, ...MenuEntry[]][] {
  const sections: [MenuEntry, ...MenuEntry[]][] = [];
  const keyOf = ({ group }: MenuEntry) => group && JSON.stringify(group);
  for (const entry of entries) {
    const key = keyOf(entry);
    const section = key ? sections.find(([first]) => keyOf(first) === key) : sections.at(-1);
    if (section && keyOf(section[0]) === key) section.push(entry);
    else sections.push([entry]);
  }
  return sections;
}

/** Returns the bottom bar of a phone, or nothing for a role without one. */
export function getBottomBar(role: Role): MenuEntry[] {
  const first = pages.find((page) => page.role === role && page.bottomBar);
  if (!first) return [];
  return [{ path: first.path, label: first.title, icon: first.icon }, ...getMenu(role)].slice(0, BAR);
}
/** Entries that fit into 390 px. */
const BAR = 5;

/** Returns every screen of a role, in its menu or not. */
export function listDestinations(role: Role): MenuEntry[] {
  const entries = getMenu(role);
  const others = [
    ...resources
      .filter((one) => isResourceOffered(one, role))
      .flatMap((resource) => {
        const { icon, menu, roles } = resource;
        return [
          { path: roles[role]?.list, label: menu?.list, resource, icon },
          { path: roles[role]?.form, resource, ...formEntry(menu) },
          ...getPluginScreens(resource, role),
        ];
      }),
    ...pages.map(({ role: owner, path, title, icon }) => ({
      path: owner === role ? path : undefined,
      label: title,
      icon,
    })),
  ];
  const more = others.flatMap(({ path, ...rest }): MenuEntry[] => (path ? [{ path, ...rest }] : []));
  return [...entries, ...more.filter(({ path }) => entries.every((entry) => entry.path !== path))];
}

export const listScreenPaths = (role: Role): string[] => [
  ...pages.filter((page) => page.role === role).map(({ path }) => path),
  ...resources.flatMap((one) => getScreenPaths(one, role)),
];

/** Returns the role of a path, or of a show view below it. */
export const findPathRole = (pathname: string): Role | undefined =>
  getPageRoles().names.find((role) =>
    listScreenPaths(role).some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  );
