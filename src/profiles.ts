import { z } from 'zod';
import { defineProfiles } from '../frame/config/profiles.ts';
import { choice, date, longText, text as textField, timings } from '../frame/fields/index.ts';
import { filled, keepable, keptRule, profileRule } from '../frame/wire/profileRules.ts';
import { text } from '../frame/wire/rules.ts';
import { fromWireTimings, wireTiming } from '../frame/wire/timings.ts';
import { asText } from '../frame/wire/values.ts';
import { GENDERS } from './wire/values.ts';

const contact = { name: 'contact', fields: ['email', 'contactNumber', 'address'] };
const person = { name: 'basic', fields: ['gender', 'department', 'status'] };
const form = ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'];

/** Times may be empty in a profile: such a day is off. */
const week = z.array(wireTiming, { error: 'validation.allFields' }).max(50, { error: 'validation.invalid' });
const gender = keepable(
  z
    .enum([...GENDERS, 'Other'], { error: 'validation.gender' })
    .transform((value) => (value === 'Other' ? 'Others' : value)) as unknown as z.ZodType<string, string>,
);
const optionalText = z.string().nullish();

/** What the portal's accounts have besides: a job, a week of opening hours, a name that waits for an admin (spec 2, 3, 5). */
export default defineProfiles({
  fields: {
    gender: choice({ choices: GENDERS }),
    about: longText(),
    jobRole: textField(),
    department: choice({ choices: [] }),
    employeeId: textField(),
    hireDate: date(),
    timings: timings(),
  },
  wire: {
    employeeId: z.string(),
    gender: optionalText,
    hireDate: optionalText,
    jobRole: optionalText,
    department: optionalText,
    shiftTiming: optionalText,
    about: optionalText,
    timings: z.array(wireTiming).nullish(),
    /** The name a laboratory asked for, until an admin decides. Beyond spec 7. */
    requestedName: optionalText,
  },
  body: { gender: text(), about: text(), jobRole: text(), hireDate: text(), timings: text(10_000) },
  read(profile) {
    const texts = ['gender', 'about', 'jobRole', 'department', 'employeeId', 'requestedName'];
    const hireDate = asText(profile.hireDate) || null;
    return {
      ...Object.fromEntries(texts.map((name) => [name, asText(profile[name])])),
      hireDate,
      joined: hireDate ?? profile.createdAt,
      timings: fromWireTimings(profile.timings),
    };
  },
  start: ({ gender }) => ({ gender: gender === 'Other' ? 'Others' : gender }),
  panel: [...contact.fields, 'about'],
  note: ({ requestedName }) => (requestedName ? ['profile.requestedName', { name: requestedName }] : undefined),
  saved: (after, before) =>
    after.requestedName && after.requestedName !== before.requestedName ? 'toasts.nameRequested' : undefined,
  roles: {
    admin: {
      head: ['username', 'joined'],
      groups: [contact, person],
      form: [...form, 'gender', 'jobRole', 'hireDate'],
      rules: z.object({ ...profileRule, gender: filled, jobRole: filled, hireDate: filled }),
      kept: z.object({
        ...keptRule,
        gender,
        jobRole: keepable(),
        hireDate: keepable(z.iso.date({ error: 'validation.date' })),
      }),
    },
    employee: {
      head: ['jobRole', 'employeeId', 'joined'],
      groups: [contact, person],
      form: [...form, 'gender', 'jobRole', 'hireDate', 'about'],
      rules: z.object({ ...profileRule, gender: filled, about: filled }),
      kept: z.object({ ...keptRule, gender, about: keepable(text()) }),
    },
    laboratory: {
      head: ['jobRole', 'username', 'joined'],
      groups: [contact, { name: 'basic', fields: ['status', 'about'] }, { name: 'timings', fields: ['timings'] }],
      form: [...form, 'about', 'timings'],
      rules: z.object({ ...profileRule, about: filled, timings: week }),
      kept: z.object({ ...keptRule, about: keepable(text()), timings: week }),
    },
  },
});
