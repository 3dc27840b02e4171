import { profilesConfig } from '../../config/profiles.ts';
import type { Profile } from '../../wire/account.ts';
import type { Role } from '../../wire/roles.ts';
import { type Timing, toWireTimings } from '../../wire/timings.ts';
import { nonEmpty } from '../../wire/values.ts';
import { isWeek, ownProfile, profileField, profileOf } from '../profile/fields.ts';
import type { Values } from './FormDialog.tsx';
import { trimmed } from './fieldErrors.ts';

/** What a role sees in the form and cannot change, as its rules do not name it: the job that others gave it. */
export function fixedOf(role: Role): string[] {
  const { form, rules } = profileOf(role);
  return form.filter((name) => name !== 'image' && !(name in rules.shape));
}

/** The kinds of fields that take the form's full width. */
const WIDE: readonly string[] = ['image', 'address', 'longText', 'timings'];

/** The form's fields in their order. */
export const formOf = (role: Role) =>
  profileOf(role)
    .form.filter((name) => !fixedOf(role).includes(name))
    .map((name) => {
      const field = profileField(name);
      return { name, field, required: name !== 'image', wide: WIDE.includes(field.kind.name) };
    });

/** A timestamp counts by its day; what is no date of ours goes back as it came. */
const dayOf = (value: unknown) => (typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1') : '');

/** What the form starts with. */
export function toForm(role: Role, profile: Profile): Values {
  const own: Values = { ...ownProfile(profile), ...profilesConfig().start?.(ownProfile(profile)) };
  const { form } = profileOf(role);
  return Object.fromEntries(
    form.map((name) => [name, profileField(name).kind.name === 'date' ? dayOf(own[name]) : own[name]]),
  );
}

/** The form's values with its weeks as `write` has them. */
const withWeeks = (values: Values, write: (week: Timing[]) => unknown): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== undefined && isWeek(profileField(name)) ? write(value as Timing[]) : value,
    ]),
  );

/** What the form holds, as the role's rules expect it. */
export const toRules = (values: Values): Values => withWeeks(trimmed(values), toWireTimings);

/** What the form holds, as update-profile is sent it: the picture only where a new one was chosen, weeks as JSON (spec 7). */
export const toBody = ({ image, ...values }: Values): Values =>
  nonEmpty({
    ...withWeeks(trimmed(values), (week) => JSON.stringify(toWireTimings(week))),
    image: image instanceof File ? image : undefined,
  });
