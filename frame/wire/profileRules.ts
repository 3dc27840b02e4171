import { z } from 'zod';
import { profilesConfig, type RoleProfile } from './profiles.ts';
import type { Role } from './roles.ts';
import { anyPhone, email, text } from './rules.ts';

/** A text that must be filled in (spec 5: 'All fields are required'). */
export const filled = z.string().trim().min(1, { error: 'validation.allFields' });
/** What every account has to fill in. */
export const profileRule = {
  fullName: filled,
  email: filled,
  contactNumber: filled,
  address: filled,
  username: filled,
};

/** A text that must be filled in and fit a rule. */
export const keepable = (rule: z.ZodType<string, string> = text(200)) =>
  text(2000).min(1, { error: 'validation.allFields' }).pipe(rule);
/** What our own host asks of every account besides: what it signs in and writes to, calls, and keeps in its columns. */
export const keptRule = {
  fullName: keepable(),
  email: keepable(email),
  contactNumber: keepable(anyPhone),
  address: keepable(text(500)),
  username: keepable(),
};

const standard: RoleProfile = {
  head: ['username', 'joined'],
  groups: [
    { name: 'contact', fields: ['email', 'contactNumber', 'address'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email', 'contactNumber', 'address'],
  rules: z.object(profileRule),
  kept: z.object(keptRule),
};

/** Of accounts that are records of a resource: how one is reached is among that one's own fields. */
const ofRecord: RoleProfile = {
  head: standard.head,
  groups: [
    { name: 'contact', fields: ['email'] },
    { name: 'basic', fields: ['status'] },
  ],
  form: ['image', 'fullName', 'username', 'email'],
  rules: standard.rules.omit({ contactNumber: true, address: true }),
  kept: standard.kept.omit({ contactNumber: true, address: true }),
};

/** What a role's people see of themselves and may change; `isRecord` where they see a record of their own besides. */
export const roleProfile = (role: Role, isRecord: boolean): RoleProfile =>
  profilesConfig().roles?.[role] ?? (isRecord ? ofRecord : standard);
