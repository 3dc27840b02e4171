import { getLinksCards } from '../config/app/appSettings.ts';
import type { Label } from '../fields/kind.ts';
import type { Role } from '../wire/roles.ts';
import { getMenu, getScreenPaths, listDestinations, type MenuEntry } from './menu.ts';

/** Screens that belong together, some of them outside the sidebar: a card of `links` in src/settings.ts. */
export interface Section {
  name: string;
  title: Label;
  entries: [MenuEntry, ...MenuEntry[]];
}

/** Returns the sections of a role that lead to screens outside its sidebar. */
export function getSections(role: Role): Section[] {
  const destinations = listDestinations(role);
  const menu = new Set(getMenu(role).map(({ path }) => path));
  return getLinksCards().flatMap(({ name, title, resources, pages = [] }) => {
    const order = [...pages, ...resources];
    // A screen of a plug-in has an entry only without a list, whose tab leads to it otherwise.
    const isScreen = ({ resource, form, screen }: MenuEntry) => !form && !(screen && resource?.roles[role]?.list);
    const rankOf = (entry: MenuEntry) =>
      order.indexOf(isScreen(entry) ? (entry.resource?.name ?? entry.path) : entry.path);
    const entries = destinations.filter((entry) => rankOf(entry) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
    const [first, ...rest] = entries;
    return first && entries.some(({ path }) => !menu.has(path)) ? [{ name, title, entries: [first, ...rest] }] : [];
  });
}

/** True if the address is the entry's screen, a record of it, or another screen of its resource. */
export function isEntryOpen({ path, resource }: MenuEntry, pathname: string, role: Role): boolean {
  const screens = [path, ...(resource ? getScreenPaths(resource, role) : [])];
  return screens.some((screen) => pathname === screen || pathname.startsWith(`${screen}/`));
}

/** Returns the section of the address, if any. */
export const findSection = (role: Role, pathname: string): Section | undefined =>
  getSections(role).find(({ entries }) => entries.some((entry) => isEntryOpen(entry, pathname, role)));
