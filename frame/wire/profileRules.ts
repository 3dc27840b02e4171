import { z } from 'zod';
import { getProfilesConfig, type RoleProfile } from './profiles.ts';
import type { Role } from './roles.ts';
import { anyPhone, email, text } from './rules.ts';

/** A text that must be filled in (spec 5: 'All fields are required'). */
export const requiredText = z.string().trim().min(1, { error: 'validation.allFields' });
/** What every account has to fill in. */
export const profileRules = {
  fullName: requiredText,
  email: requiredText,
  contactNumber: requiredText,
  address: requiredText,
  username: requiredText,
};

/** A text that must be filled in and fit a rule. */
export const storableText = (rule: z.ZodType<string, string> = text(200)) =>
  text(2000).min(1, { error: 'validation.allFields' }).pipe(rule);
/** What our own host asks of every account besides: what it signs in and writes to, calls, and keeps in its columns. */
export const storedProfileRules = {
  fullName: storableText(),
  email: storableText(email),
  contactNumber: storableText(anyPhone),
  address: storableText(text(500)),
  username: storableText(),
};

const standard: RoleProfile = {
  header: ['username', 'joined'],
  groups: [
    { name: 'contact', fields: ['email', 'contactNumber', 'address'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'],
  rules: z.object(profileRules),
  storedRules: z.object(storedProfileRules),
};

/** Of accounts that are records of a resource: how one is reached is among that one's own fields. */
const ofRecord: RoleProfile = {
  header: standard.header,
  groups: [
    { name: 'contact', fields: ['email'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email'],
  rules: standard.rules.omit({ contactNumber: true, address: true }),
  storedRules: standard.storedRules.omit({ contactNumber: true, address: true }),
};

/** What a role's people see of themselves and may change; `isRecord` where they see a record of their own besides. */
export const getRoleProfile = (role: Role, isRecord: boolean): RoleProfile =>
  getProfilesConfig().roles?.[role] ?? (isRecord ? ofRecord : standard);
