import type { Label } from '../i18n/translateMessage.ts';
import type { Feature } from './features.ts';

/**
 * Role names of an app as a type, set by src/roles.ts. Without it a role is any text.
 * @example declare module 'portal-frame/roles' { interface Register { role: keyof typeof roles } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface Register {}
export type Role = Register extends { role: infer R extends string } ? R : string;
export type PerRole<T> = string extends Role ? Readonly<Record<string, T>> : { readonly [R in Role]?: T };

/** Role of the system, which has every right. No account has it: parentheses are not allowed in names of roles. */
export const SYSTEM_ROLE = '(system)' as Role;

export interface RoleConfig {
  /** Default: the text `roles.{name}`, else the name in words. */
  label?: Label;
  /** First screen after sign-in, and from /. */
  home: string;
  /** First screen on phones (if the host has the feature) and offline. */
  phoneHome?: { path: string; feature?: Feature };
  /** Own logout path besides /logout; `inMenu` uses it in the menu. */
  logout?: { path: string; inMenu?: true };
  /** Manages other accounts, the trash and shared queries. At least one account of it always remains. */
  manages?: true;
  /** Service accounts: programs with API keys. Nobody signs in with this role. */
  service?: true;
  /** People without sign-in: public pages (docs/public-pages.md). One role at most; `home` is a public list or form. */
  public?: true;
  /** Position among the roles of the password reset; `preset` is selected first. */
  reset?: { order?: number; preset?: true };
}

/** Role names in order, and the managing roles. Empty until defineRoles() runs, so read them only when needed. */
export const ROLES: readonly Role[] = [];
export const MANAGERS: readonly Role[] = [];
let registered: Readonly<Record<string, RoleConfig>> = {};

/** Registers the app's roles and returns them. Called by src/roles.ts, which loads first. */
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

/** Returns the config of a role. Throws if it does not exist. */
export function getRole(role: Role): RoleConfig {
  const config = registered[role];
  if (!config) throw new Error(`There is no role "${role}" in src/roles.ts.`);
  return config;
}

/** Returns the role of people without sign-in, if the app has one. */
export const getPublicRole = (): Role | undefined => ROLES.find((role) => registered[role]?.public);

/** True if people sign in with the role: it is neither for programs nor for the public. */
export const hasSignIn = (role: Role): boolean => !getRole(role).service && !getRole(role).public;

export const isManager = (role: Role): boolean => MANAGERS.includes(role);

export const LOGOUT = '/logout';
export function getLogoutPath(role: Role): string {
  const { logout } = getRole(role);
  return logout?.inMenu ? logout.path : LOGOUT;
}

export const forRoles = <T>(roles: readonly Role[], value: T): Record<Role, T> =>
  Object.fromEntries(roles.map((role) => [role, value])) as Record<Role, T>;
