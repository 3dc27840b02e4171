import { z } from 'zod';
import { type Call, call, declareCalls, failureTexts } from '../call.ts';
import { getSchemaApp } from '../roleSchema.ts';
import { requiredMessage, text } from '../validationRules.ts';
import { wireProfile } from './profileCalls.ts';

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
