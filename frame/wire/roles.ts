import type { Label } from '../i18n/translateMessage.ts';
import type { Feature } from './features.ts';

/**
 * The names of an app's roles as a type: src/roles.ts adds `role: 'admin' | ...` to it. Where nothing is added, as in the
 * frame alone, a role is any text.
 * @example declare module 'portal-frame/roles' { interface Register { role: keyof typeof roles } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface Register {}
export type Role = Register extends { role: infer R extends string } ? R : string;
/** Something for some of the roles. */
export type PerRole<T> = string extends Role ? Readonly<Record<string, T>> : { readonly [R in Role]?: T };

/** What a role is. */
export interface RoleConfig {
  /** What it is called; the text `roles.{name}`, or the name in words, where left out. */
  label?: Label;
  /** Where its people land after sign-in, and from /. */
  home: string;
  /** Where they land on a phone of a host that has the feature, and wherever there is no network. */
  phoneHome?: { path: string; feature?: Feature };
  /** An address of its own where they sign out, besides /logout; `inMenu` where the menu leads there. */
  logout?: { path: string; inMenu?: true };
  /** Its people look after the others: they end what was deleted, share queries, and one of them is always left. */
  manages?: true;
  /** Its place among the roles that a forgotten password is asked for; `preset` stands there first. */
  reset?: { order?: number; preset?: true };
}

/**
 * The names of the roles in their order, and of those that manage the others: empty until defineRoles() was called. Who
 * declares something for everybody names these lists themselves and reads them only when they are used.
 */
export const ROLES: readonly Role[] = [];
export const MANAGERS: readonly Role[] = [];
let registered: Readonly<Record<string, RoleConfig>> = {};

/** Registers the app's roles: called by src/roles.ts, which is imported before all else. Gives them back. */
export function defineRoles<const R extends Readonly<Record<string, RoleConfig>>>(roles: R): R {
  registered = roles;
  const names = Object.keys(roles) as Role[];
  const fill = (list: readonly Role[], by: readonly Role[]) => (list as Role[]).splice(0, list.length, ...by);
  fill(ROLES, names);
  fill(
    MANAGERS,
    names.filter((name) => roles[name]?.manages),
  );
  return roles;
}

/** What a role is. Throws where there is none of that name. */
export function getRole(role: Role): RoleConfig {
  const config = registered[role];
  if (!config) throw new Error(`There is no role "${role}" in src/roles.ts.`);
  return config;
}

/** Whether these people look after the others. */
export const isManager = (role: Role): boolean => MANAGERS.includes(role);

/** Where everybody can sign out. */
export const LOGOUT = '/logout';
/** Where a role's menu leads to sign out. */
export function getLogoutPath(role: Role): string {
  const { logout } = getRole(role);
  return logout?.inMenu ? logout.path : LOGOUT;
}

/** The same for each of these roles. */
export const forRoles = <T>(roles: readonly Role[], value: T): Record<Role, T> =>
  Object.fromEntries(roles.map((role) => [role, value])) as Record<Role, T>;
