import { findOwnRecordResource } from '../../config/app/accounts.ts';
import { getPageProfiles } from '../../config/app/profiles.ts';
import { resources } from '../../config/registry.ts';
import { address, choice, date, email, image, phone, text } from '../../fields/index.ts';
import type { Field, Label } from '../../fields/kind.ts';
import { getRoleProfile } from '../../wire/profileRules.ts';
import type { Profile, RoleProfile } from '../../wire/profiles.ts';
import type { Role } from '../../wire/roles.ts';
import type { Timing } from '../../wire/wireTimings.ts';
import { WEEKDAYS } from '../../wire/wireValues.ts';

// Registers the app's own profile fields.
import.meta.glob('/src/profiles.ts', { eager: true });

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

export const getProfileConfig = (role: Role): RoleProfile =>
  getRoleProfile(getPageProfiles(), role, findOwnRecordResource(resources, role) !== undefined);

/** Returns a field. Throws if src/profiles.ts names an unknown one. */
export function getProfileField(name: string): Field {
  const field = getPageProfiles().fields?.[name] ?? commonFields[name];
  if (!field) throw new Error(`There is no field "${name}" in src/profiles.ts.`);
  return field as Field;
}

export const getProfileLabel = (name: string): Label => getProfileField(name).label ?? `profile.fields.${name}`;

const getWeekFields = () =>
  Object.entries(getPageProfiles().fields ?? {}).flatMap(([name, field]) =>
    isWeekField(field as Field) ? [name] : [],
  );
/** True for fields with a start and end time per weekday. */
export const isWeekField = ({ kind }: Field): boolean => kind.input === 'timings';

/** Adds the app's own fields, and completes each week to seven days. */
export function completeProfile(profile: Profile): Profile {
  const own = { ...profile, ...getPageProfiles().read?.(profile) };
  const complete = getWeekFields().map(
    (name) => [name, completeWeek((own as Record<string, unknown>)[name] as Timing[])] as const,
  );
  return { ...own, ...Object.fromEntries(complete) } as Profile;
}

const completeWeek = (given: readonly Timing[] = []): Timing[] =>
  WEEKDAYS.map((day) => given.find((one) => one.day === day) ?? { day, start: null, end: null });

export const toDisplayedProfile = (profile: Profile): Profile => ({
  status: profile.isActive ? 'Online' : 'Offline',
  joined: profile.createdAt,
  ...completeProfile(profile),
});
