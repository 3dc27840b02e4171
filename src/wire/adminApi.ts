import { z } from 'zod';
import { type AnyRecord, bindUnpagedList, type ResourceApi } from '../../frame/wire/binding.ts';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { email, phone, required } from '../../frame/wire/rules.ts';
import { wireSession } from '../../frame/wire/sessionCalls.ts';
import { asObject, asText } from '../../frame/wire/wireValues.ts';

/** Beyond spec 7: admins among themselves, and what they may end of anybody's account. */
const offered = { feature: 'admins' } as const;

const wireAdmin = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  username: z.string(),
  contactNumber: z.string(),
  image: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.string(),
});
export type WireAdmin = z.infer<typeof wireAdmin>;

function readAdmin(value: unknown): AnyRecord {
  const wire = asObject(value);
  const texts = ['fullName', 'email', 'username', 'contactNumber'];
  return {
    ...Object.fromEntries(texts.map((name) => [name, asText(wire[name])])),
    id: asText(wire._id),
    image: asText(wire.image) || null,
    isActive: wire.isActive === true,
    createdAt: asText(wire.createdAt) || null,
  };
}

const failure = failureTexts('errors.admins');

export const adminCalls = {
  admins: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-admins',
    roles: ['admin'],
    summary: 'All admins.',
    data: z.array(wireAdmin),
    failure,
  }),
  addAdmin: call({
    ...offered,
    method: 'POST',
    path: '/admin/add-admin',
    roles: ['admin'],
    summary: 'Make an admin, who is notified by mail how to set a password of their own.',
    reauthenticate: 'always',
    body: z.object({
      fullName: required('fullName'),
      email: required('email').pipe(email),
      username: required('username'),
      contactNumber: z.union([z.literal(''), phone]).optional(),
    }),
    data: wireAdmin,
    failure,
  }),
  deleteAdmin: call({
    ...offered,
    method: 'POST',
    path: '/admin/delete-admin/{id}',
    roles: ['admin'],
    summary: 'Delete an admin; not the last active one.',
    reauthenticate: 'always',
    data: z.null(),
    failure,
  }),
  accountSessions: call({
    ...offered,
    method: 'GET',
    path: '/admin/get-account-sessions/{id}',
    roles: ['admin'],
    summary: 'Where somebody is signed in, the session used last first, and whether they have a second step.',
    data: z.object({ sessions: z.array(wireSession), secondFactor: z.boolean() }),
    failure: failureTexts('errors.loadSessions'),
  }),
  endAccountSessions: call({
    ...offered,
    method: 'POST',
    path: '/admin/end-account-sessions/{id}',
    roles: ['admin'],
    summary: "End all of somebody's sessions; of one's own all but the one that asks.",
    reauthenticate: 'always',
    data: z.null(),
    failure: failureTexts('errors.endSession'),
  }),
  clearFactors: call({
    ...offered,
    method: 'POST',
    path: '/admin/clear-second-factor/{id}',
    roles: ['admin'],
    summary: 'Take the second factor off an account, for a person who lost it; ends their sessions.',
    reauthenticate: 'always',
    data: z.null(),
    failure,
  }),
};

/** How the resource `admins` reaches its calls. */
export const adminsApi: ResourceApi = {
  list: { admin: bindUnpagedList(adminCalls.admins, readAdmin) },
  create: { admin: { call: adminCalls.addAdmin, body: ({ values }) => values, read: readAdmin } },
  delete: { admin: { call: adminCalls.deleteAdmin, params: ({ id }) => ({ id }) } },
};
