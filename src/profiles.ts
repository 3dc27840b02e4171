import { asText, choice, date, defineProfiles, longText, text as textField, timings } from 'portal-frame';
import {
  fromWireTimings,
  profileRules,
  requiredText,
  storableText,
  storedProfileRules,
  text,
  wireTiming,
} from 'portal-frame/wire';
import { z } from 'zod';
import { genderRule } from './wire/appointments/newAppointment.ts';
import { GENDERS } from './wire/choices.ts';

const contact = { name: 'contact', fields: ['email', 'contactNumber', 'address'] };
const person = { name: 'basic', fields: ['gender', 'department', 'status'] };
const form = ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'];

/** Days without times are closed. */
const week = z.array(wireTiming, { error: 'validation.allFields' }).max(50, { error: 'validation.invalid' });
const gender = storableText(z.string().pipe(genderRule('validation.gender')));
const optionalText = z.string().nullish();

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
    /** Beyond spec 7: the requested new name, until an admin decides. */
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
  initialValues: ({ gender }) => ({ gender: gender === 'Other' ? 'Others' : gender }),
  panel: [...contact.fields, 'about'],
  note: ({ requestedName }) => (requestedName ? ['profile.requestedName', { name: requestedName }] : undefined),
  savedMessage: (after, before) =>
    after.requestedName && after.requestedName !== before.requestedName ? 'toasts.nameRequested' : undefined,
  roles: {
    admin: {
      header: ['username', 'joined'],
      groups: [contact, person],
      form: [...form, 'gender', 'jobRole', 'hireDate'],
      rules: z.object({ ...profileRules, gender: requiredText, jobRole: requiredText, hireDate: requiredText }),
      storedRules: z.object({
        ...storedProfileRules,
        gender,
        jobRole: storableText(),
        hireDate: storableText(z.iso.date({ error: 'validation.date' })),
      }),
    },
    employee: {
      header: ['jobRole', 'employeeId', 'joined'],
      groups: [contact, person],
      form: [...form, 'gender', 'jobRole', 'hireDate', 'about'],
      rules: z.object({ ...profileRules, gender: requiredText, about: requiredText }),
      storedRules: z.object({ ...storedProfileRules, gender, about: storableText(text()) }),
    },
    laboratory: {
      header: ['jobRole', 'username', 'joined'],
      groups: [contact, { name: 'basic', fields: ['status', 'about'] }, { name: 'timings', fields: ['timings'] }],
      form: [...form, 'about', 'timings'],
      rules: z.object({ ...profileRules, about: requiredText, timings: week }),
      storedRules: z.object({ ...storedProfileRules, about: storableText(text()), timings: week }),
    },
  },
});
