import { z } from 'zod';
import { wireEmployee } from '../../src/wire/employees.ts';
import { type Call, call, failing, ROLES, type Role } from './call.ts';
import { anyPhone, email, missing, text } from './rules.ts';
import { fromWireTimings, type Timing, toWireTimings, wireTiming } from './timings.ts';
import { asObject, asText, GENDERS } from './values.ts';

/** A person's own profile as the wire has it (spec 3): the union of what the three roles have. */
export const wireProfile = wireEmployee.partial().extend({
  timings: z.array(wireTiming).nullish(),
  /** The name a laboratory asked for, until an admin decides. Beyond spec 7. */
  requestedName: z.string().nullish(),
});
export type WireProfile = z.infer<typeof wireProfile>;

/** A person's own profile in our words. */
export interface Profile {
  id: string;
  fullName: string;
  email: string;
  contactNumber: string;
  address: string;
  username: string;
  gender: string;
  about: string;
  jobRole: string;
  department: string;
  employeeId: string;
  hireDate: string | null;
  createdAt: string | null;
  image: string | null;
  isActive: boolean | null;
  isNotification: boolean | null;
  /** '' where none waits for an admin. */
  requestedName: string;
  timings: Timing[];
}

/** Reads the profile of either host; what is missing becomes '' or null. */
export function readProfile(value: unknown): Profile {
  const wire = asObject(value);
  const texts = [
    'fullName',
    'email',
    'contactNumber',
    'address',
    'username',
    'gender',
    'about',
    'jobRole',
    'department',
    'employeeId',
    'requestedName',
  ];
  const flagOf = (flag: unknown) => (typeof flag === 'boolean' ? flag : null);
  return {
    ...Object.fromEntries(texts.map((name) => [name, asText(wire[name])])),
    id: asText(wire._id),
    hireDate: asText(wire.hireDate) || null,
    createdAt: asText(wire.createdAt) || null,
    image: asText(wire.image) || null,
    isActive: flagOf(wire.isActive),
    isNotification: flagOf(wire.isNotification),
    timings: fromWireTimings(wire.timings),
  } as Profile;
}

/** What update-profile is sent: fields of other roles left out, timings as JSON (spec 7). */
export function toProfileUpdate(values: Record<string, unknown>): Record<string, unknown> {
  const { timings, ...rest } = values;
  return timings ? { ...rest, timings: JSON.stringify(toWireTimings(timings as Timing[])) } : rest;
}

const filled = z.string().trim().min(1, { error: 'validation.allFields' });
/** Times may be empty in a profile: such a day is off. */
const timings = z.array(wireTiming, { error: 'validation.allFields' }).max(50, { error: 'validation.invalid' });
const common = { fullName: filled, email: filled, contactNumber: filled, address: filled, username: filled };

/** What each role must fill in to update its profile (spec 5: 'All fields are required'), and all that is asked of it. */
export const profileRules = {
  admin: z.object({ ...common, gender: filled, jobRole: filled, hireDate: filled }),
  employee: z.object({ ...common, gender: filled, about: filled }),
  laboratory: z.object({ ...common, about: filled, timings }),
} satisfies Record<Role, z.ZodObject>;

const keepable = (rule: z.ZodType<string, string> = text(200)) =>
  text(2000).min(1, { error: 'validation.allFields' }).pipe(rule);
const keptCommon = {
  fullName: keepable(),
  email: keepable(email),
  contactNumber: keepable(anyPhone),
  address: keepable(text(500)),
  username: keepable(),
};
const gender = keepable(
  z
    .enum([...GENDERS, 'Other'], { error: 'validation.gender' })
    .transform((value) => (value === 'Other' ? 'Others' : value)) as unknown as z.ZodType<string, string>,
);

/** What our own host asks besides: what it signs in and writes to, calls, and keeps in its columns. */
export const keptProfileRules = {
  admin: z.object({
    ...keptCommon,
    gender,
    jobRole: keepable(),
    hireDate: keepable(z.iso.date({ error: 'validation.date' })),
  }),
  employee: z.object({ ...keptCommon, gender, about: keepable(text()) }),
  laboratory: z.object({ ...keptCommon, about: keepable(text()), timings }),
} satisfies Record<Role, z.ZodObject>;

const profileBody = z
  .object({
    fullName: text(),
    email: text(),
    contactNumber: text(),
    address: text(),
    username: text(),
    gender: text(),
    about: text(),
    jobRole: text(),
    hireDate: text(),
    timings: text(10_000),
  })
  .partial();

const password = (field: string) =>
  z
    .string({ error: missing(field) })
    .min(1, { error: 'validation.allPasswords' })
    .max(1024, { error: 'validation.tooLong' });
const profileFailure = { refused: 'errors.loadProfile', lost: 'errors.fetchProfile' };
const profile = (role: Role, path: string) =>
  call({ method: 'GET', path, roles: [role], summary: 'My profile.', data: wireProfile, failure: profileFailure });
const toggle = (path: string, summary: string, more: Pick<Call, 'reauthenticate'> = {}) =>
  call({
    method: 'POST',
    path,
    roles: ROLES,
    summary,
    data: z.object({ isActive: z.boolean(), isNotification: z.boolean() }),
    failure: failing('errors.updateSetting'),
    ...more,
  });

export const accountCalls = {
  adminProfile: profile('admin', '/admin/get-profile'),
  employeeProfile: profile('employee', '/employee/get-profile'),
  laboratoryProfile: profile('laboratory', '/laboratory/get-profile'),
  updateProfile: call({
    method: 'POST',
    path: '/common/update-profile',
    roles: ROLES,
    summary: 'Update my profile; which fields must be filled depends on the role.',
    body: profileBody,
    files: { image: { accepts: 'image', most: 1 } },
    reauthenticate: 'sometimes',
    data: wireProfile,
    failure: failing('errors.updateProfile'),
    timeout: 120_000,
  }),
  changePassword: call({
    method: 'POST',
    path: '/common/change-password',
    roles: ROLES,
    summary: 'Change my password; ends my other sessions.',
    body: z.object({ oldPassword: password('oldPassword'), newPassword: password('newPassword') }),
    data: z.null(),
    failure: failing('errors.updatePassword'),
  }),
  toggleNotification: toggle('/common/toggle-notification', 'Turn my notifications on or off.'),
  toggleAccount: toggle('/common/toggle-account', 'Activate or deactivate my account.', {
    reauthenticate: 'sometimes',
  }),
  generateFcm: call({
    method: 'POST',
    path: '/common/generate-fcm',
    roles: ROLES,
    summary: "Register this browser's push token.",
    body: z.object({
      fcmToken: z
        .string()
        .min(1, { error: missing('fcmToken') })
        .max(2048)
        .regex(/^[\x20-\x7e]*$/),
    }),
    data: z.null(),
    failure: failing('errors.generateFcm'),
  }),
};
export const profileCalls = {
  admin: accountCalls.adminProfile,
  employee: accountCalls.employeeProfile,
  laboratory: accountCalls.laboratoryProfile,
} as const;
