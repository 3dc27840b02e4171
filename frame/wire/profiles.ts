import type { z } from 'zod';
import type { Profile } from './accountCalls.ts';
import type { Role } from './roles.ts';

/** What a role's people see of themselves and may change; names are of the fields that every account has, or of `fields`. */
export interface RoleProfile {
  /** What stands beside the photo, below the name. */
  header: readonly string[];
  /** The blocks below it; their headings are the texts `profile.groups.{name}`. */
  groups: readonly { name: string; fields: readonly string[] }[];
  /** The form's fields in their order. What the rules do not name is shown there, and stays as it is. */
  form: readonly string[];
  /** What must be filled in, whatever the host. */
  rules: z.ZodObject;
  /** What our own host asks besides. */
  storedRules: z.ZodObject;
}

/** What an app's accounts have beyond what every account has: src/profiles.ts. */
export interface ProfilesConfig {
  /** What a profile holds on the wire besides. */
  wire?: Readonly<Record<string, z.ZodType>>;
  /** What update-profile takes besides. */
  body?: Readonly<Record<string, z.ZodType<string>>>;
  /** A profile as the screens show it, read from what the host sent: what is not as every account has it. */
  read?(profile: Profile): Record<string, unknown>;
  /** What the form starts with, where that is not what the profile says. */
  initialValues?(profile: Profile): Record<string, unknown>;
  /** What the settings show of it; the contact where left out. */
  panel?: readonly string[];
  /** A line below the name. */
  note?(profile: Profile): readonly [key: string, args: Record<string, unknown>] | undefined;
  /** What is shown besides once it is saved: an i18n key. */
  savedMessage?(after: Profile, before: Profile): string | undefined;
  /** Of each role; one that is left out has what every account has. */
  roles?: { readonly [R in Role]?: RoleProfile };
}

let registered: ProfilesConfig = {};

/**
 * Registers what profiles hold: called by src/profiles.ts, which the profile's screens read, and server/app.ts.
 * @example export default defineProfiles({ fields: { about: longText() }, roles: { admin: { ... } } });
 */
export function defineProfiles(config: ProfilesConfig): ProfilesConfig {
  registered = config;
  return config;
}

/** What profiles hold beyond what every account has. */
export const getProfilesConfig = (): ProfilesConfig => registered;
