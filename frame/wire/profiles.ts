import type { z } from 'zod';
import type { Role } from './roles.ts';

/** Profile in the portal. The app's own fields stay as sent. */
export interface Profile extends Readonly<Record<string, unknown>> {
  id: string;
  fullName: string;
  email: string;
  contactNumber: string;
  address: string;
  username: string;
  createdAt: string | null;
  image: string | null;
  isActive: boolean | null;
  isNotification: boolean | null;
}

/** Profile screen and form of a role. Names are account fields or those of `fields`. */
export interface RoleProfile {
  /** Fields beside the photo. */
  header: readonly string[];
  /** Blocks of fields. Headings are the texts `profile.groups.{name}`. */
  groups: readonly { name: string; fields: readonly string[] }[];
  /** Form fields in order. Fields without a rule are read-only. */
  form: readonly string[];
  /** Rules of spec 5, for other hosts. */
  rules: z.ZodObject;
  /** Stricter rules, which replace `rules` on our own host. */
  storedRules: z.ZodObject;
}

/** Account fields of the app: src/profiles.ts. */
export interface ProfilesConfig {
  /** Additional fields of a profile on the wire. */
  wire?: Readonly<Record<string, z.ZodType>>;
  /** Additional fields of update-profile. */
  body?: Readonly<Record<string, z.ZodType<string>>>;
  /** Converts the app's fields for display. */
  read?(profile: Profile): Record<string, unknown>;
  /** Initial form values that differ from the profile. */
  initialValues?(profile: Profile): Record<string, unknown>;
  /** Fields shown in the settings. Default: the contact. */
  panel?: readonly string[];
  /** Line below the name. */
  note?(profile: Profile): readonly [key: string, args: Record<string, unknown>] | undefined;
  /** Returns the i18n key of an additional message after saving. */
  savedMessage?(after: Profile, before: Profile): string | undefined;
  /** By role. Default: the standard account fields. */
  roles?: { readonly [R in Role]?: RoleProfile };
}

let pageProfiles: ProfilesConfig = {};

/**
 * Declares the profile config. Called by src/profiles.ts, which the profile screens import and server/app.ts names. In a
 * browser it is that of the page.
 * @example export default defineProfiles({ fields: { about: longText() }, roles: { admin: { ... } } });
 */
export function defineProfiles(config: ProfilesConfig): ProfilesConfig {
  pageProfiles = config;
  return config;
}

export const getPageProfiles = (): ProfilesConfig => pageProfiles;
