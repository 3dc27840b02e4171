import { type Profile, profileRules, toProfileUpdate } from '../../wire/account.ts';
import type { Role } from '../../wire/call.ts';
import { type Timing, toWireTimings } from '../../wire/timings.ts';
import { nonEmpty } from '../../wire/values.ts';
import { type ProfileField, profileFields, wholeWeek } from '../profile/fields.ts';
import type { Values } from './FormDialog.tsx';
import { trimmed } from './faults.ts';

const common = ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'] as const;

/** The fields of Update Profile for each role (spec 2). */
const namesOf: Record<Role, readonly ProfileField[]> = {
  admin: [...common, 'gender', 'jobRole', 'hireDate'],
  employee: [...common, 'gender', 'jobRole', 'hireDate', 'about'],
  laboratory: [...common, 'about', 'timings'],
};
const WIDE: readonly string[] = ['image', 'address', 'about', 'timings'];

/** What a role sees in the form and cannot change, as its rules do not name it: the job of an employee. */
export const fixedOf = (role: Role) =>
  namesOf[role].filter((name) => name !== 'image' && !(name in profileRules[role].shape));

/** The form's fields in their order. */
export const formOf = (role: Role) =>
  namesOf[role]
    .filter((name) => !fixedOf(role).includes(name))
    .map((name) => ({
      name,
      field: profileFields[name],
      required: name !== 'image',
      wide: WIDE.includes(name),
    }));

/** What the form starts with. */
export function toForm(role: Role, profile: Profile): Values {
  const filled: Values = {
    ...profile,
    gender: profile.gender === 'Other' ? 'Others' : profile.gender,
    // A timestamp counts by its day; what is no date of ours goes back as it came.
    hireDate: profile.hireDate?.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1') ?? '',
    timings: wholeWeek(profile.timings),
  };
  return Object.fromEntries(namesOf[role].map((name) => [name, filled[name]]));
}

/** What the form holds, as the role's rules expect it. */
export const toRules = ({ timings, ...values }: Values): Values => ({
  ...trimmed(values),
  ...(timings !== undefined && { timings: toWireTimings(timings as Timing[]) }),
});

/** What the form holds, as update-profile is sent it: the picture only where a new one was chosen (spec 7). */
export function toBody({ image, timings, ...values }: Values): Values {
  return nonEmpty(toProfileUpdate({ ...trimmed(values), timings, image: image instanceof File ? image : undefined }));
}
