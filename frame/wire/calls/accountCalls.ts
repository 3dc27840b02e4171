import { z } from 'zod';
import { type Call, call, declareCalls, failureTexts } from '../call.ts';
import type { Profile } from '../profiles.ts';
import { getSchemaApp, perApp } from '../roleSchema.ts';
import type { Role } from '../roles.ts';
import { requiredMessage, text } from '../validationRules.ts';
import { asObject, asText, readTexts } from '../wireValues.ts';

/** Fields of every account (spec 3). */
const ofAccount = {
  _id: z.string(),
  fullName: z.string(),
  email: z.string().nullish(),
  contactNumber: z.string().nullish(),
  address: z.string().nullish(),
  username: z.string().nullish(),
  image: z.string().nullish(),
  role: z.string().nullish(),
  isActive: z.boolean().nullish(),
  isNotification: z.boolean().nullish(),
  createdAt: z.string().nullish(),
};
/** Profile as sent by the host, with the app's own fields. */
export type WireProfile = Partial<z.infer<z.ZodObject<typeof ofAccount>>> & Readonly<Record<string, unknown>>;
const wireProfile = perApp(
  ({ profiles }) => z.object({ ...ofAccount, ...profiles?.wire }).partial() as z.ZodType<WireProfile, WireProfile>,
);

/** Reads a profile of either host. Missing values become '' or null. */
export function readProfile(value: unknown): Profile {
  const { _id, ...wire } = asObject(value);
  const flagOf = (flag: unknown) => (typeof flag === 'boolean' ? flag : null);
  return {
    ...wire,
    ...readTexts(wire, ['fullName', 'email', 'contactNumber', 'address', 'username']),
    id: asText(_id),
    createdAt: asText(wire.createdAt) || null,
    image: asText(wire.image) || null,
    isActive: flagOf(wire.isActive),
    isNotification: flagOf(wire.isNotification),
  } as Profile;
}

/** Returns the schema of update-profile's body. Every field is optional here: the role's rules check them. */
const profileBody = () =>
  z
    .object({
      fullName: text(),
      email: text(),
      contactNumber: text(),
      address: text(),
      username: text(),
      ...getSchemaApp().profiles?.body,
    })
    .partial() as z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>>;

const password = (field: string) =>
  z
    .string({ error: requiredMessage(field) })
    .min(1, { error: 'validation.allPasswords' })
    .max(1024, { error: 'validation.tooLong' });
/** Default texts for a failed profile request. */
export const PROFILE_FAILURE = { refused: 'errors.loadProfile', lost: 'errors.fetchProfile' };

/** Declares the call by which a person of the role fetches their own profile. */
export const profileCall = (role: Role) =>
  declareCalls({}).get(`/${role}/get-profile`, { summary: 'My profile.', data: wireProfile, failure: PROFILE_FAILURE });

/** Declares the profile calls of the app's roles, named `{role}Profile`. */
export const profileCalls = (roles: readonly Role[]) =>
  Object.fromEntries(roles.map((role) => [`${role}Profile`, profileCall(role)])) as {
    readonly [R in Role as `${R}Profile`]: ReturnType<typeof profileCall>;
  };

const { post } = declareCalls({ personal: true, ignoresUnknownFields: true });

/** Declares a call that reverses a setting of the caller's account. The reply has both settings. */
const toggle = (path: string, summary: string, more: Pick<Call, 'reauthenticate'> = {}) =>
  post(path, {
    summary,
    data: z.object({ isActive: z.boolean(), isNotification: z.boolean() }),
    failure: failureTexts('errors.updateSetting'),
    ...more,
  });

export const accountCalls = {
  updateProfile: call({
    method: 'POST',
    path: '/common/update-profile',
    roles: 'all',
    personal: true,
    ignoresUnknownFields: true,
    summary: 'Update my profile; which fields must be filled depends on the role.',
    // A getter, because the fields depend on the app.
    get body() {
      return profileBody();
    },
    files: { image: { accepts: 'image', maxFiles: 1 } },
    reauthenticate: 'sometimes',
    data: wireProfile,
    failure: failureTexts('errors.updateProfile'),
  }),
  changePassword: post('/common/change-password', {
    summary: 'Change my password; ends my other sessions.',
    body: z.object({ oldPassword: password('oldPassword'), newPassword: password('newPassword') }),
    failure: failureTexts('errors.updatePassword'),
  }),
  toggleNotification: toggle('/common/toggle-notification', 'Turn my notifications on or off.'),
  toggleAccount: toggle('/common/toggle-account', 'Activate or deactivate my account.', {
    reauthenticate: 'always',
  }),
};
