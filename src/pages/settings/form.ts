import type { Field } from '../../fields/kind.ts';
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

/** A field that can be read but not changed. */
const fixed = (field: Field): Field => ({
  ...field,
  help: 'settings.setByAdmin',
  kind: { ...field.kind, inputProps: () => ({ readOnly: true }) },
});

/** The form's fields in their order. What the role's rules do not name is only shown: the job of an employee. */
export const formOf = (role: Role) =>
  namesOf[role].map((name) => {
    const required = name in profileRules[role].shape;
    const field = profileFields[name];
    return { name, required, wide: WIDE.includes(name), field: required || name === 'image' ? field : fixed(field) };
  });

/** What the form starts with. */
export function toForm(role: Role, profile: Profile): Values {
  const filled: Values = {
    ...profile,
    gender: profile.gender === 'Other' ? 'Others' : profile.gender,
    hireDate: profile.hireDate?.slice(0, 10) ?? '',
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
