import type { Role } from 'portal-frame';
import { dataProvider } from 'portal-frame/browser';
import { toWireTimings } from 'portal-frame/wire';
import type { CallName } from '../../src/wire/index.ts';
import { act, ID, list, own, photo, sent, sentPhoto, week } from './callSamples.ts';

/** A call as spec.md lists it, written from sections 7 and 8 so that the wire is checked against them. */
export interface SpecCall {
  wire: string;
  /** The caller: by default the role in the path, else an admin. Null before sign-in. */
  role?: Role | null;
  /** The header has the token without `Bearer`. */
  raw?: true;
  /** Makes the call through the data provider. */
  send?: () => Promise<unknown>;
  /** Parts of the call's input that differ from what the host receives; `{id}` is ID. */
  input?: { body?: Record<string, unknown>; query?: Record<string, unknown> };
  /** As the host receives it. */
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The data of a successful reply. */
  data?: unknown;
  /** Shown messages: refused without a host message, and lost if that differs. */
  messages: readonly [refused: string, lost?: string];
  /** Timeout in ms, 20 s by default. */
  wait?: number;
}

export const UPLOAD = 120_000;
const HOOKS = ['The webhooks could not be loaded'] as const;
const KEYS = ['The API keys could not be loaded'] as const;
const QUERIES = ['The shared queries could not be loaded'] as const;
const FEED = ['The calendar feed could not be loaded'] as const;
const FACTOR = ['The second step could not be loaded'] as const;
const SETTING = ['Failed to update setting'] as const;

/** Auth and common calls (spec 7), and our server's sessions. */
export const commonCalls = {
  signIn: {
    wire: 'POST /auth/sign-in', // spec 7.2
    role: null,
    body: { email: 'a@example.test', password: 'secret' },
    messages: ['Login failed.', 'Something went wrong. Please try again.'],
  },
  signOut: {
    wire: 'POST /auth/sign-out', // spec 7.3
    role: 'employee',
    messages: ["Logout failed. You'll still be signed out locally."],
    wait: 5000, // spec 7.3
  },
  generateFcm: {
    wire: 'POST /common/generate-fcm', // spec 7.4
    role: 'laboratory',
    body: { fcmToken: 'push-1' },
    messages: ['Failed to generate FCM token.'],
  },
  forgotPassword: {
    wire: 'POST /common/forgot-password', // spec 7.5
    role: null,
    body: sent,
    messages: ['Failed to send OTP.', 'Something went wrong. Try again.'],
  },
  verifyOtp: {
    wire: 'POST /common/verify-otp', // spec 7.6
    role: null,
    body: { ...sent, otp: 12345 },
    messages: ['Invalid OTP', 'Something went wrong.'],
  },
  resetPassword: {
    wire: 'POST /common/reset-password', // spec 7.7
    role: null,
    body: { userId: 'u1', newPassword: 'long-enough', role: 'admin' },
    messages: ['Failed to reset password', 'Something went wrong.'],
  },
  notifications: {
    wire: 'GET /common/get-notifications', // spec 7.8
    role: 'employee',
    send: list('notifications'),
    data: [],
    messages: ['Failed to fetch notifications', 'Failed to fetch notifications.'], // spec 8.13
  },
  readNotifications: {
    wire: 'POST /common/read-notifications', // spec 7.9
    role: 'laboratory',
    send: act('notifications', 'markRead', { ids: ['n1', 'n2'] }),
    body: { notifications: ['n1', 'n2'] },
    messages: ['Failed to mark notifications as read'],
  },
  deleteNotifications: {
    wire: 'POST /common/delete-notifications', // spec 7.10
    send: () => dataProvider.deleteAll('notifications'),
    messages: ['Failed to delete notifications'],
  },
  toggleNotification: { wire: 'POST /common/toggle-notification', messages: SETTING }, // spec 7.11
  toggleAccount: { wire: 'POST /common/toggle-account', role: 'employee', messages: SETTING }, // spec 7.11
  updateProfile: {
    wire: 'POST /common/update-profile', // spec 7.12
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
    messages: ['Update failed'],
    wait: UPLOAD,
  },
  sessions: { wire: 'GET /common/get-sessions', data: [], messages: ['The list of your devices could not be loaded'] },
  endSession: { wire: 'POST /common/end-session/{id}', role: 'employee', messages: ['Failed to log out that device'] },
  endOtherSessions: {
    wire: 'POST /common/end-other-sessions',
    role: 'laboratory',
    messages: ['Failed to log out that device'],
  },
  reauthenticate: {
    wire: 'POST /common/reauthenticate',
    body: { password: 'secret' },
    messages: ['We could not confirm that it is you'],
  },
  reauthenticateOptions: {
    wire: 'POST /common/reauthenticate-options',
    messages: ['We could not confirm that it is you'],
  },
  secondFactor: {
    wire: 'POST /common/second-factor',
    role: null,
    body: { ticket: 'ticket', code: '123456' },
    messages: ['Login failed.', 'Something went wrong. Please try again.'],
  },
  finishOidc: {
    wire: 'POST /auth/finish-oidc',
    role: null,
    messages: ['Login failed.', 'Something went wrong. Please try again.'],
  },
  setUpSecondFactor: {
    wire: 'POST /common/set-up-second-factor',
    role: null,
    body: { ticket: 'ticket', kind: 'totp' },
    messages: FACTOR,
  },
  factors: { wire: 'GET /common/get-factors', role: 'laboratory', messages: FACTOR },
  beginFactor: { wire: 'POST /common/begin-factor', role: 'employee', body: { kind: 'passkey' }, messages: FACTOR },
  addFactor: {
    wire: 'POST /common/add-factor',
    role: 'employee',
    body: { ticket: 'ticket', name: 'Phone', code: '123456' },
    messages: FACTOR,
  },
  removeFactor: { wire: 'POST /common/remove-factor/{id}', messages: FACTOR },
  endSecondFactor: { wire: 'POST /common/end-second-factor', messages: FACTOR },
  newRecoveryCodes: { wire: 'POST /common/new-recovery-codes', messages: FACTOR },
  undoEmail: {
    wire: 'POST /common/undo-email',
    role: null,
    body: { token: 'secret' },
    messages: ['The change could not be undone'],
  },
  feed: { wire: 'GET /employee/get-feed', messages: FEED },
  makeFeed: { wire: 'POST /employee/make-feed', body: { secretAddress: true }, messages: FEED },
  changeFeed: { wire: 'POST /employee/change-feed', body: { names: true }, messages: FEED },
  sharedQueries: { wire: 'GET /common/get-shared-queries', role: 'laboratory', messages: QUERIES },
  shareQuery: {
    wire: 'POST /admin/share-query',
    body: { resource: 'appointments', name: 'Waiting', roles: ['admin'], value: '{"filter":{}}' },
    messages: QUERIES,
  },
  endSharedQuery: { wire: 'POST /admin/end-shared-query', body: { id: ID }, messages: QUERIES },
  webhooks: { wire: 'GET /admin/get-webhooks', data: [], messages: HOOKS },
  createWebhook: {
    wire: 'POST /admin/create-webhook',
    body: { name: 'Lab', url: 'https://lab.example', accountId: ID, resources: ['tests'] },
    messages: HOOKS,
  },
  rotateWebhookSecret: { wire: 'POST /admin/rotate-webhook-secret/{id}', messages: HOOKS },
  endWebhook: { wire: 'POST /admin/end-webhook/{id}', messages: HOOKS },
  automations: { wire: 'GET /admin/get-automations', data: [], messages: HOOKS },
  automationRuns: { wire: 'GET /admin/get-automation-runs/{id}', data: [], messages: HOOKS },
  webhookDeliveries: { wire: 'GET /admin/get-webhook-deliveries/{id}', data: [], messages: HOOKS },
  replayDelivery: { wire: 'POST /admin/replay-webhook-delivery/{id}', messages: HOOKS },
  jobs: { wire: 'GET /admin/get-jobs', messages: ['The background jobs could not be loaded'] },
  apiKeys: { wire: 'GET /admin/get-api-keys', data: [], messages: KEYS },
  apiKeyChoices: { wire: 'GET /admin/get-api-key-choices', messages: KEYS },
  createApiKey: {
    wire: 'POST /admin/create-api-key',
    body: { name: 'Export', accountId: ID, access: 'read', resources: [], days: 90 },
    messages: KEYS,
  },
  revokeApiKey: { wire: 'POST /admin/revoke-api-key/{id}', messages: KEYS },
  endFeed: { wire: 'POST /employee/end-feed', messages: FEED },
  patientRecords: { wire: 'GET /admin/get-patient/{id}', messages: ['Something went wrong with this patient’s data'] },
  deletePatient: {
    wire: 'POST /admin/delete-patient/{id}',
    body: { appointments: ['7', '8'] },
    messages: ['Something went wrong with this patient’s data'],
  },
  changePassword: {
    wire: 'POST /common/change-password', // spec 7.13
    body: { oldPassword: 'old', newPassword: 'new' },
    messages: ['Password update failed'],
  },
} satisfies Partial<Record<CallName, SpecCall>>;
