import { z } from 'zod';
import { declareCalls } from '../call.ts';
import type { Profile } from '../profiles.ts';
import { perApp } from '../roleSchema.ts';
import type { Role } from '../roles.ts';
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
export const wireProfile = perApp(
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
