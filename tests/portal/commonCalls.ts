import type { Role } from 'portal-frame';
import { dataProvider } from 'portal-frame/browser';
import { toWireTimings } from 'portal-frame/wire';
import type { CallName } from '../../src/wire/index.ts';
import { act, list, own, photo, sent, sentPhoto, week } from './callSamples.ts';

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
  changePassword: {
    wire: 'POST /common/change-password', // spec 7.13
    body: { oldPassword: 'old', newPassword: 'new' },
    messages: ['Password update failed'],
  },
} satisfies Partial<Record<CallName, SpecCall>>;
