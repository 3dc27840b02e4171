import { address, choice, date, email, image, longText, phone, text, timings } from '../../fields/index.ts';
import type { Field } from '../../fields/kind.ts';
import type { Profile } from '../../wire/account.ts';
import type { Role } from '../../wire/call.ts';
import type { Timing } from '../../wire/timings.ts';
import { GENDERS, WEEKDAYS } from '../../wire/values.ts';

/** The fields of a person's own profile; their labels are `profile.fields.{name}`. */
const fields = {
  image: image(),
  fullName: text(),
  email: email(),
  contactNumber: phone(),
  address: address(),
  username: text(),
  gender: choice({ choices: GENDERS }),
  about: longText(),
  jobRole: text(),
  department: choice({ choices: [] }),
  employeeId: text(),
  hireDate: date(),
  joined: date(),
  status: choice({ choices: ['Online', 'Offline'], chip: true }),
  timings: timings(),
};
export type ProfileField = keyof typeof fields;
export const profileFields: Record<ProfileField, Field> = fields;

/** What stands beside the photo, below the name (spec 2). */
export const headOf: Record<Role, readonly ProfileField[]> = {
  admin: ['username', 'joined'],
  employee: ['jobRole', 'employeeId', 'joined'],
  laboratory: ['jobRole', 'username', 'joined'],
};

interface ProfileGroup {
  name: 'contact' | 'basic' | 'timings';
  fields: readonly ProfileField[];
}
const contact: ProfileGroup = { name: 'contact', fields: ['email', 'contactNumber', 'address'] };
const person: ProfileGroup = { name: 'basic', fields: ['gender', 'department', 'status'] };

/** The blocks of each role's profile (spec 2). */
export const groupsOf: Record<Role, readonly ProfileGroup[]> = {
  admin: [contact, person],
  employee: [contact, person],
  laboratory: [contact, { name: 'basic', fields: ['status', 'about'] }, { name: 'timings', fields: ['timings'] }],
};

/** All seven days, with empty times where the person gave none. */
export const wholeWeek = (given: readonly Timing[]): Timing[] =>
  WEEKDAYS.map((day) => given.find((one) => one.day === day) ?? { day, start: null, end: null });

/** The profile as the screen shows it: with its status in a word, the day the person joined and all seven days. */
export const shownProfile = (profile: Profile) => ({
  ...profile,
  status: profile.isActive ? 'Online' : 'Offline',
  joined: profile.hireDate ?? profile.createdAt,
  timings: wholeWeek(profile.timings),
});
