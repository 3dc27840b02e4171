import { z } from 'zod';
import type { ProfilesConfig, RoleProfile } from './profiles.ts';
import type { Role } from './roles.ts';
import { anyPhone, email, text } from './validationRules.ts';

/** Required text (spec 5: 'All fields are required'). */
export const requiredText = z.string().trim().min(1, { error: 'validation.allFields' });
/** Fields every account must fill in. */
export const profileRules = {
  fullName: requiredText,
  email: requiredText,
  contactNumber: requiredText,
  address: requiredText,
  username: requiredText,
};

/** Required text that matches a rule. */
export const storableText = (rule: z.ZodType<string, string> = text(200)) =>
  text(2000).min(1, { error: 'validation.allFields' }).pipe(rule);
/** Stricter rules of our own host. */
export const storedProfileRules = {
  fullName: storableText(),
  email: storableText(email),
  contactNumber: storableText(anyPhone),
  address: storableText(text(500)),
  username: storableText(),
};

const standardProfile: RoleProfile = {
  header: ['username', 'joined'],
  groups: [
    { name: 'contact', fields: ['email', 'contactNumber', 'address'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'],
  rules: z.object(profileRules),
  storedRules: z.object(storedProfileRules),
};

/** For accounts that are records: the resource has the contact fields. */
const recordProfile: RoleProfile = {
  header: standardProfile.header,
  groups: [
    { name: 'contact', fields: ['email'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email'],
  rules: standardProfile.rules.omit({ contactNumber: true, address: true }),
  storedRules: standardProfile.storedRules.omit({ contactNumber: true, address: true }),
};

/** Returns the profile config of a role. `isRecord`: its people also have a record of a resource. */
export const getRoleProfile = ({ roles }: ProfilesConfig, role: Role, isRecord: boolean): RoleProfile =>
  roles?.[role] ?? (isRecord ? recordProfile : standardProfile);
