import { declareCalls, failureTexts, type ResourceApi } from 'portal-frame';
import { wireSession } from 'portal-frame/calls';
import {
  bindUnpagedList,
  email,
  phone,
  required,
  wireBoolean,
  wireRecord,
  wireText,
  wireTextOrNull,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';

/** Beyond spec 7: admins manage admins and end sessions of any account. */
const { get, post } = declareCalls({ feature: 'admins', failure: failureTexts('errors.admins') });

const admin = wireRecord({
  ...wireTexts('fullName', 'email', 'username', 'contactNumber'),
  image: wireTextOrNull,
  isActive: wireBoolean,
  createdAt: wireText,
});
export const wireAdmin = admin.schema;
export type WireAdmin = z.infer<typeof wireAdmin>;

export const adminCalls = {
  admins: get('/admin/get-admins', {
    summary: 'All admins.',
    data: z.array(wireAdmin),
  }),
  addAdmin: post('/admin/add-admin', {
    summary: 'Make an admin, who is notified by mail how to set a password of their own.',
    reauthenticate: 'always',
    body: z.object({
      fullName: required('fullName'),
      email: required('email').pipe(email),
      username: required('username'),
      contactNumber: z.union([z.literal(''), phone]).optional(),
    }),
    data: wireAdmin,
  }),
  deleteAdmin: post('/admin/delete-admin/{id}', {
    summary: 'Delete an admin; not the last active one.',
    reauthenticate: 'always',
  }),
  accountSessions: get('/admin/get-account-sessions/{id}', {
    summary: 'Where somebody is signed in, the session used last first, and whether they have a second step.',
    data: z.object({ sessions: z.array(wireSession), secondFactor: z.boolean() }),
    failure: failureTexts('errors.loadSessions'),
  }),
  endAccountSessions: post('/admin/end-account-sessions/{id}', {
    summary: "End all of somebody's sessions; of one's own all but the one that asks.",
    reauthenticate: 'always',
    failure: failureTexts('errors.endSession'),
  }),
  clearFactors: post('/admin/clear-second-factor/{id}', {
    summary: 'Take the second factor off an account, for a person who lost it; ends their sessions.',
    reauthenticate: 'always',
  }),
};

export const adminsApi: ResourceApi = {
  list: { admin: bindUnpagedList(adminCalls.admins, admin.read) },
  create: { admin: { call: adminCalls.addAdmin, body: ({ values }) => values, read: admin.read } },
  delete: { admin: { call: adminCalls.deleteAdmin } },
};
