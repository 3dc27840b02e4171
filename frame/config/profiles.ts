import type { Fields } from '../fields/kind.ts';

declare module '../wire/profiles.ts' {
  interface ProfilesConfig {
    /** The fields that profiles show besides; their labels are the texts `profile.fields.{name}`. */
    fields?: Fields;
  }
}

export { defineProfiles, getProfilesConfig } from '../wire/profiles.ts';
