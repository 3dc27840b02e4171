import type { frameCalls } from '../../wire/index.ts';
import type { CallActivities } from '../http/callHandler.ts';

export const frameActivities: CallActivities<typeof frameCalls> = {
  signIn: ['sign-in', 'session'],
  signOut: ['sign-out', 'session'],
  sessions: ['list', 'session'],
  endSession: ['delete', 'session'],
  endOtherSessions: ['delete', 'session'],
  reauthenticateOptions: null,
  undoEmail: ['change', 'profile'],
  reauthenticate: ['change', 'session'],
  forgotPassword: ['change', 'password'],
  verifyOtp: ['change', 'password'],
  resetPassword: ['change', 'password'],
  changePassword: ['change', 'password'],
  updateProfile: ['change', 'profile'],
  toggleNotification: ['change', 'settings'],
  toggleAccount: ['change', 'settings'],
  notifications: ['list', 'notifications'],
  readNotifications: ['change', 'notifications'],
  deleteNotifications: ['delete', 'notifications'],
  jobs: null,
};
