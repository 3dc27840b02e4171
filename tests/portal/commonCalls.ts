import { dataProvider } from '../../frame/dataProvider/index.ts';
import type { Role } from '../../frame/wire/call.ts';
import { toWireTimings } from '../../frame/wire/timings.ts';
import type { CallName } from '../../src/wire/index.ts';
import { act, ID, list, own, photo, sent, sentPhoto, week } from './callSamples.ts';

/** A call as spec.md lists it, written anew from sections 7 and 8 so that the wire is held to them. */
export interface SpecCall {
  wire: string;
  /** Who makes it; null before there is a token. */
  role: Role | null;
  /** The token stands in the header without `Bearer`. */
  raw?: true;
  /** What the portal does to make the call, through the data provider. */
  send?: () => Promise<unknown>;
  /** What the screens hand to `request`, where no resource binds the call. */
  input?: { params?: Record<string, string>; body?: Record<string, unknown>; query?: Record<string, unknown> };
  /** What the host sees. */
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The data of a good reply. */
  data?: unknown;
  /** What is told: refused without a message of the host's; lost on the way, where that differs. */
  told: readonly [refused: string, lost?: string];
  /** Milliseconds after which the portal gives up; 20 s where left out. */
  wait?: number;
}

/** Milliseconds an upload may take. */
export const UPLOAD = 120_000;
const QUERIES = ['The shared queries could not be loaded'] as const;
const FEED = ['The calendar feed could not be loaded'] as const;
const FACTOR = ['The second step could not be loaded'] as const;
const SETTING = ['Failed to update setting'] as const;

/** Auth and common (spec 7), and what our server has beyond it: the sessions. */
export const commonCalls = {
  signIn: {
    wire: 'POST /auth/sign-in',
    role: null,
    input: { body: { email: 'a@example.test', password: 'secret' } },
    body: { email: 'a@example.test', password: 'secret' },
    told: ['Login failed.', 'Something went wrong. Please try again.'],
  },
  signOut: {
    wire: 'POST /auth/sign-out',
    role: 'employee',
    told: ["Logout failed. You'll still be signed out locally."],
    wait: 5000,
  },
  generateFcm: {
    wire: 'POST /common/generate-fcm',
    role: 'laboratory',
    input: { body: { fcmToken: 'push-1' } },
    body: { fcmToken: 'push-1' },
    told: ['Failed to generate FCM token.'],
  },
  forgotPassword: {
    wire: 'POST /common/forgot-password',
    role: null,
    input: { body: sent },
    body: sent,
    told: ['Failed to send OTP.', 'Something went wrong. Try again.'],
  },
  verifyOtp: {
    wire: 'POST /common/verify-otp',
    role: null,
    input: { body: { ...sent, otp: 12345 } },
    body: { ...sent, otp: 12345 },
    told: ['Invalid OTP', 'Something went wrong.'],
  },
  resetPassword: {
    wire: 'POST /common/reset-password',
    role: null,
    input: { body: { userId: 'u1', newPassword: 'long-enough', role: 'admin' } },
    body: { userId: 'u1', newPassword: 'long-enough', role: 'admin' },
    told: ['Failed to reset password', 'Something went wrong.'],
  },
  notifications: {
    wire: 'GET /common/get-notifications',
    role: 'employee',
    send: list('notifications'),
    data: [],
    told: ['Failed to fetch notifications', 'Failed to fetch notifications.'],
  },
  readNotifications: {
    wire: 'POST /common/read-notifications',
    role: 'laboratory',
    send: act('notifications', 'markRead', { ids: ['n1', 'n2'] }),
    body: { notifications: ['n1', 'n2'] },
    told: ['Failed to mark notifications as read'],
  },
  deleteNotifications: {
    wire: 'POST /common/delete-notifications',
    role: 'admin',
    send: () => dataProvider.deleteAll('notifications'),
    told: ['Failed to delete notifications'],
  },
  toggleNotification: { wire: 'POST /common/toggle-notification', role: 'admin', told: SETTING },
  toggleAccount: { wire: 'POST /common/toggle-account', role: 'employee', told: SETTING },
  updateProfile: {
    wire: 'POST /common/update-profile',
    role: 'laboratory',
    input: { body: { ...own, timings: JSON.stringify(toWireTimings(week)), image: photo() } },
    body: {
      ...own,
      timings: JSON.stringify([
        { day: 'Monday', time: ['1970-01-01T09:00:00.000Z', '1970-01-01T17:30:00.000Z'] },
        { day: 'Tuesday', time: [null, null] },
      ]),
      image: sentPhoto,
    },
    told: ['Update failed'],
    wait: UPLOAD,
  },
  sessions: {
    wire: 'GET /common/get-sessions',
    role: 'admin',
    data: [],
    told: ['The list of your devices could not be loaded'],
  },
  endSession: {
    wire: 'POST /common/end-session/{id}',
    role: 'employee',
    input: { params: { id: ID } },
    told: ['Failed to log out that device'],
  },
  endOtherSessions: {
    wire: 'POST /common/end-other-sessions',
    role: 'laboratory',
    told: ['Failed to log out that device'],
  },
  reauthenticate: {
    wire: 'POST /common/reauthenticate',
    role: 'admin',
    input: { body: { password: 'secret' } },
    body: { password: 'secret' },
    told: ['We could not confirm that it is you'],
  },
  reauthenticateOptions: {
    wire: 'POST /common/reauthenticate-options',
    role: 'admin',
    told: ['We could not confirm that it is you'],
  },
  secondFactor: {
    wire: 'POST /common/second-factor',
    role: null,
    input: { body: { ticket: 'ticket', code: '123456' } },
    body: { ticket: 'ticket', code: '123456' },
    told: ['Login failed.', 'Something went wrong. Please try again.'],
  },
  setUpSecondFactor: {
    wire: 'POST /common/set-up-second-factor',
    role: null,
    input: { body: { ticket: 'ticket', kind: 'totp' } },
    body: { ticket: 'ticket', kind: 'totp' },
    told: FACTOR,
  },
  factors: { wire: 'GET /common/get-factors', role: 'laboratory', told: FACTOR },
  beginFactor: {
    wire: 'POST /common/begin-factor',
    role: 'employee',
    input: { body: { kind: 'passkey' } },
    body: { kind: 'passkey' },
    told: FACTOR,
  },
  addFactor: {
    wire: 'POST /common/add-factor',
    role: 'employee',
    input: { body: { ticket: 'ticket', name: 'Phone', code: '123456' } },
    body: { ticket: 'ticket', name: 'Phone', code: '123456' },
    told: FACTOR,
  },
  removeFactor: { wire: 'POST /common/remove-factor/{id}', role: 'admin', input: { params: { id: ID } }, told: FACTOR },
  endSecondFactor: { wire: 'POST /common/end-second-factor', role: 'admin', told: FACTOR },
  newRecoveryCodes: { wire: 'POST /common/new-recovery-codes', role: 'admin', told: FACTOR },
  undoEmail: {
    wire: 'POST /common/undo-email',
    role: null,
    input: { body: { token: 'secret' } },
    body: { token: 'secret' },
    told: ['The change could not be undone'],
  },
  feed: { wire: 'GET /employee/get-feed', role: 'employee', told: FEED },
  makeFeed: {
    wire: 'POST /employee/make-feed',
    role: 'employee',
    input: { body: { secretAddress: true } },
    body: { secretAddress: true },
    told: FEED,
  },
  changeFeed: {
    wire: 'POST /employee/change-feed',
    role: 'employee',
    input: { body: { names: true } },
    body: { names: true },
    told: FEED,
  },
  sharedQueries: { wire: 'GET /common/get-shared-queries', role: 'laboratory', told: QUERIES },
  shareQuery: {
    wire: 'POST /admin/share-query',
    role: 'admin',
    input: { body: { resource: 'appointments', name: 'Waiting', roles: ['admin'], value: '{"filter":{}}' } },
    body: { resource: 'appointments', name: 'Waiting', roles: ['admin'], value: '{"filter":{}}' },
    told: QUERIES,
  },
  endSharedQuery: {
    wire: 'POST /admin/end-shared-query',
    role: 'admin',
    input: { body: { id: ID } },
    body: { id: ID },
    told: QUERIES,
  },
  endFeed: { wire: 'POST /employee/end-feed', role: 'employee', told: FEED },
  patientRecords: {
    wire: 'GET /admin/get-patient/{id}',
    role: 'admin',
    input: { params: { id: ID } },
    told: ['Something went wrong with this patient’s data'],
  },
  deletePatient: {
    wire: 'POST /admin/delete-patient/{id}',
    role: 'admin',
    input: { params: { id: ID }, body: { appointments: ['7', '8'] } },
    body: { appointments: ['7', '8'] },
    told: ['Something went wrong with this patient’s data'],
  },
  changePassword: {
    wire: 'POST /common/change-password',
    role: 'admin',
    input: { body: { oldPassword: 'old', newPassword: 'new' } },
    body: { oldPassword: 'old', newPassword: 'new' },
    told: ['Password update failed'],
  },
} satisfies Partial<Record<CallName, SpecCall>>;
