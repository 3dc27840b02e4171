import type { Fields } from '../../fields/kind.ts';

declare module '../../wire/profiles.ts' {
  interface ProfilesConfig {
    /** Additional profile fields. Labels are the texts `profile.fields.{name}`. */
    fields?: Fields;
  }
}

export { defineProfiles, getPageProfiles } from '../../wire/profiles.ts';
