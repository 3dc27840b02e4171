import { getPageProfiles } from '../../config/app/profiles.ts';
import { isCalendarDay } from '../../fields/fieldTypes.ts';
import type { Profile } from '../../wire/profiles.ts';
import type { Role } from '../../wire/roles.ts';
import { type Timing, toWireTimings } from '../../wire/wireTimings.ts';
import { omitEmpty } from '../../wire/wireValues.ts';
import { completeProfile, getProfileConfig, getProfileField, isWeekField } from '../profile/profileFields.ts';
import type { FormValues } from './FormDialog.tsx';
import { trimValues } from './fieldErrors.ts';

/** Fields that the role sees in the form but may not change, such as the job. */
export function getReadOnlyFields(role: Role): string[] {
  const { form, rules } = getProfileConfig(role);
  return form.filter((name) => name !== 'image' && !(name in rules.shape));
}

/** Returns the fields that the role may change in the profile form. All but the image are required. */
export const getEditableFields = (role: Role) =>
  getProfileConfig(role)
    .form.filter((name) => !getReadOnlyFields(role).includes(name))
    .map((name) => {
      const field = getProfileField(name);
      return { name, field, required: name !== 'image', wide: field.kind.wide === true };
    });

/** Cuts a timestamp to its day. Other texts stay unchanged. */
const toDateOnly = (value: unknown) => (typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1') : '');

/** Returns the profile form's initial values: those of the profile, or the app's own, with timestamps cut to days. */
export function toFormValues(role: Role, profile: Profile): FormValues {
  const own: FormValues = {
    ...completeProfile(profile),
    ...getPageProfiles().initialValues?.(completeProfile(profile)),
  };
  const { form } = getProfileConfig(role);
  return Object.fromEntries(
    form.map((name) => [name, isCalendarDay(getProfileField(name)) ? toDateOnly(own[name]) : own[name]]),
  );
}

/** Converts the values of week fields by `write`. Other values stay unchanged. */
const mapWeeks = (values: FormValues, write: (week: Timing[]) => unknown): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== undefined && isWeekField(getProfileField(name)) ? write(value as Timing[]) : value,
    ]),
  );

export const toRuleValues = (values: FormValues): FormValues => mapWeeks(trimValues(values), toWireTimings);

/** Converts form values to the body of update-profile: the image only if chosen anew, weeks as JSON (spec 7). */
export const toRequestBody = ({ image, ...values }: FormValues): FormValues =>
  omitEmpty({
    ...mapWeeks(trimValues(values), (week) => JSON.stringify(toWireTimings(week))),
    image: image instanceof File ? image : undefined,
  });
