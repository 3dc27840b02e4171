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
  /** Manages other accounts and shared queries. At least one account of it always remains. */
  manages?: true;
  /** Service accounts: programs. Nobody signs in with this role. */
  service?: true;
  /** People without sign-in: public pages (docs/public-pages.md). One role at most; `home` is a public list or form. */
  public?: true;
  /** Position among the roles of the password reset; `preset` is selected first. */
  reset?: { order?: number; preset?: true };
}

/** The roles of one app, in the order of src/roles.ts. */
export interface Roles {
  names: readonly Role[];
  managers: readonly Role[];
  /** Role of people without sign-in. */
  public: Role | undefined;
  /** Returns the config of a role. Throws if it does not exist. */
  get(role: Role): RoleConfig;
  isManager(role: Role): boolean;
  /** True if people sign in with the role: it is neither for programs nor for the public. */
  hasSignIn(role: Role): boolean;
}

type RoleConfigs = Readonly<Record<string, RoleConfig>>;

/** Prepares the roles of an app for look-ups. */
export function createRoles(configs: RoleConfigs): Roles {
  const names = Object.keys(configs) as Role[];
  const get = (role: Role) => {
    const config = configs[role];
    if (!config) throw new Error(`There is no role "${role}" in src/roles.ts.`);
    return config;
  };
  const managers = names.filter((role) => get(role).manages);
  return {
    ...{ names, managers, get, public: names.find((role) => get(role).public) },
    isManager: (role) => managers.includes(role),
    hasSignIn: (role) => !get(role).service && !get(role).public,
  };
}

let pageRoles = createRoles({});

/** Declares the roles of an app; src/roles.ts calls it. In a browser they are those of the page. */
export function defineRoles<const R extends RoleConfigs>(roles: R): R {
  pageRoles = createRoles(roles);
  return roles;
}

/** Returns the roles of the page's app. For the browser only: a server may have several apps (`services.app.roles`). */
export const getPageRoles = (): Roles => pageRoles;

export const LOGOUT = '/logout';
export const getLogoutPath = ({ logout }: RoleConfig): string => (logout?.inMenu ? logout.path : LOGOUT);

/** Gives each of these roles the same value, such as a binding. */
export const forRoles = <T>(roles: readonly Role[], value: T): Record<Role, T> =>
  Object.fromEntries(roles.map((role) => [role, value])) as Record<Role, T>;
