import { findOwnRecordResource } from '../../config/accounts.ts';
import { getProfilesConfig } from '../../config/profiles.ts';
import { resources } from '../../config/registry.ts';
import { address, choice, date, email, image, phone, text } from '../../fields/index.ts';
import type { Field, Label } from '../../fields/kind.ts';
import type { Profile } from '../../wire/accountCalls.ts';
import { getRoleProfile } from '../../wire/profileRules.ts';
import type { RoleProfile } from '../../wire/profiles.ts';
import type { Role } from '../../wire/roles.ts';
import type { Timing } from '../../wire/wireTimings.ts';
import { WEEKDAYS } from '../../wire/wireValues.ts';

// What the app's accounts have besides, where it says so: read along with the screens that show it.
import.meta.glob('/src/profiles.ts', { eager: true });

/** The fields of every account. */
const commonFields: Readonly<Record<string, Field>> = {
  image: image(),
  fullName: text(),
  email: email(),
  contactNumber: phone(),
  address: address(),
  username: text(),
  joined: date(),
  status: choice({ choices: ['Online', 'Offline'], chip: true }),
};

/** What a role's people see of themselves and may change. */
export const getProfileConfig = (role: Role): RoleProfile =>
  getRoleProfile(role, findOwnRecordResource(resources, role) !== undefined);

/** A field of a profile; one that is none is a mistake in src/profiles.ts. */
export function getProfileField(name: string): Field {
  const field = getProfilesConfig().fields?.[name] ?? commonFields[name];
  if (!field) throw new Error(`There is no field "${name}" in src/profiles.ts.`);
  return field as Field;
}

/** What the field of a profile is called, for `useLabel`. */
export const getProfileLabel = (name: string): Label => getProfileField(name).label ?? `profile.fields.${name}`;

/** The fields of the app's own that are weeks. */
const getWeekFields = () =>
  Object.entries(getProfilesConfig().fields ?? {}).flatMap(([name, field]) =>
    isWeekField(field as Field) ? [name] : [],
  );
/** Whether a field holds a time in and a time out for each day. */
export const isWeekField = ({ kind }: Field): boolean => kind.name === 'timings';

/** A profile with what the app's accounts have besides, and all seven days of each week, where a day without times is off. */
export function completeProfile(profile: Profile): Profile {
  const own = { ...profile, ...getProfilesConfig().read?.(profile) };
  const complete = getWeekFields().map(
    (name) => [name, completeWeek((own as Record<string, unknown>)[name] as Timing[])] as const,
  );
  return { ...own, ...Object.fromEntries(complete) } as Profile;
}

const completeWeek = (given: readonly Timing[] = []): Timing[] =>
  WEEKDAYS.map((day) => given.find((one) => one.day === day) ?? { day, start: null, end: null });

/** The profile as the screen shows it: with its status in a word and the day the person joined. */
export const toDisplayedProfile = (profile: Profile): Profile => ({
  status: profile.isActive ? 'Online' : 'Offline',
  joined: profile.createdAt,
  ...completeProfile(profile),
});
