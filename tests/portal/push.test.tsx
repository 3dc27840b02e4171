import { render, screen, waitFor } from '@testing-library/react';
import { getToken } from 'firebase/messaging';
import { notificationEvents } from 'portal-frame/browser/plugins';
import { Toasts } from 'portal-frame/internal/browser';
import { startPushMessages } from 'portal-frame/plugins/push/browser';
import { expectOutput } from 'portal-frame/testing/output';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyday, good, on, refused, requests, requestsTo } from './host.ts';
import { openPortal, tokenFor } from './portal.tsx';

// Only the messaging service is mocked.
vi.mock('firebase/app', () => ({ getApps: () => [], initializeApp: (options: object) => ({ options }) }));
vi.mock('firebase/messaging', () => ({ getMessaging: (app: object) => ({ app }), getToken: vi.fn() }));

const REGISTER = '/common/generate-fcm';
const SETTINGS = {
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_PROJECT_ID: 'project',
  VITE_FIREBASE_MESSAGING_SENDER_ID: '12',
  VITE_FIREBASE_APP_ID: 'app',
  VITE_FIREBASE_VAPID_KEY: 'vapid',
};
const showNotification = vi.fn();
const register = vi.fn();
const requestPermission = vi.fn();

/** Service workers, which jsdom lacks. */
class ServiceWorkers extends EventTarget {
  register = register;
}
let workers: ServiceWorkers;

function browser(permission: NotificationPermission, answer = permission) {
  requestPermission.mockResolvedValue(answer);
  vi.stubGlobal('Notification', { permission, requestPermission });
}
const configure = () => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
};

/** A push message as the service worker forwards it. */
const message = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));

beforeEach(() => {
  workers = new ServiceWorkers();
  register.mockResolvedValue({ active: {}, showNotification });
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  browser('default', 'granted');
  vi.mocked(getToken).mockResolvedValue('push-token-1');
  on('POST', REGISTER, () => good(null));
  localStorage.setItem('userAuthToken', tokenFor('employee'));
  render(<Toasts />);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function nothingSaid() {
  expect(getToken).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
}

test('asks for permission without push settings (spec 2), but registers nothing (spec 2.20)', async () => {
  await startPushMessages({ signedIn: true });
  expect(requestPermission).toHaveBeenCalledTimes(1);
  await startPushMessages({ signedIn: false });
  expect(requestPermission).toHaveBeenCalledTimes(1);
  expect(register).not.toHaveBeenCalled();
  nothingSaid();
});

test.each(Object.keys(SETTINGS))('counts push as not configured without %s', async (name) => {
  configure();
  vi.stubEnv(name, '');
  await startPushMessages({ signedIn: true });
  expect(register).not.toHaveBeenCalled();
  nothingSaid();
});

test('ignores a browser without push', async () => {
  configure();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await startPushMessages({ signedIn: true });
  nothingSaid();
});

test.each(['denied', 'default'] as const)('shows nothing if the person answers %s (spec 4.22)', async (answer) => {
  configure();
  browser('default', answer);
  await startPushMessages({ signedIn: true });
  expect(requestPermission).toHaveBeenCalledTimes(1);
  message({ type: 'push', title: 'New appointment', body: 'For you.' });
  nothingSaid();
  expect(showNotification).not.toHaveBeenCalled();
});

test('fetches and sends the token with permission (spec 1.8, 7.14)', async () => {
  configure();
  await startPushMessages({ signedIn: true });
  expect(register).toHaveBeenCalledWith('/firebase-messaging-sw.js', { scope: '/firebase-cloud-messaging-push-scope' });
  expect(vi.mocked(getToken).mock.calls[0]?.[1]).toMatchObject({ vapidKey: 'vapid' });
  expect(requestsTo(REGISTER)[0]).toMatchObject({
    body: { fcmToken: 'push-token-1' },
    authorization: `Bearer ${localStorage.getItem('userAuthToken')}`,
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['The messaging service gave no token.', () => vi.mocked(getToken).mockResolvedValue('')],
  ['blocked', () => vi.mocked(getToken).mockRejectedValue(new Error('blocked'))],
  ['no worker', () => register.mockRejectedValueOnce(new Error('no worker'))],
])('shows and logs an unavailable token (%s) (spec 8.6)', async (message, fail) => {
  configure();
  fail();
  expectOutput(message);
  await startPushMessages({ signedIn: true });
  expect(await screen.findByText('Unable to generate FCM token.')).toBeVisible();
  expect(requests).toEqual([]);
});

test.each([
  ['a refusal', () => refused(''), 'Failed to generate FCM token.'],
  ['a refusal with a message', () => refused('No push today.'), 'No push today.'],
  ['a dropped connection', () => Response.error(), 'Failed to generate FCM token.'],
])('reports a token that the host refuses: %s (spec 8.6)', async (_what, answer, text) => {
  configure();
  on('POST', REGISTER, answer);
  await startPushMessages({ signedIn: true });
  expect(await screen.findByText(text)).toBeVisible();
});

test('shows a message as a toast and a notification, and refreshes the bell (spec 4.21)', async () => {
  configure();
  await startPushMessages({ signedIn: true });
  const heard = vi.fn();
  notificationEvents.addEventListener('new', heard);
  message({ type: 'push', title: 'New appointment', body: 'On Monday.' });
  expect(await screen.findByText('New appointment: On Monday.')).toBeVisible();
  await waitFor(() => expect(showNotification).toHaveBeenCalledWith('New appointment', { body: 'On Monday.' }));
  expect(heard).toHaveBeenCalledTimes(1);
  notificationEvents.removeEventListener('new', heard);
});

test('ignores incomplete messages and messages of others', async () => {
  configure();
  await startPushMessages({ signedIn: true });
  for (const data of [
    { type: 'push', title: 'Alone' },
    { type: 'push', body: 'Alone' },
    { title: 'a', body: 'b' },
    null,
  ])
    message(data);
  await Promise.resolve();
  expect(showNotification).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});

test('shows a message once when started twice', async () => {
  configure();
  await startPushMessages({ signedIn: true });
  await startPushMessages({ signedIn: true });
  message({ type: 'push', title: 'Status changed', body: 'Completed.' });
  await waitFor(() => expect(showNotification).toHaveBeenCalledTimes(1));
});

test('asks for permission and registers this browser at sign-in (spec 2.20, 4.10)', async () => {
  configure();
  everyday();
  on('POST', '/auth/sign-in', () => good({ role: 'employee', userAuthToken: tokenFor('employee') }));
  const { user } = openPortal('/signin', null);
  await user.type(await screen.findByLabelText('Email'), 'ann@lab.test');
  await user.type(screen.getByLabelText('Password'), 'Secret-1');
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(requestsTo(REGISTER)[0]?.body).toEqual({ fcmToken: 'push-token-1' }));
  expect(requestPermission).toHaveBeenCalledTimes(1);
});

test.each([
  ['granted', 1],
  ['default', 0],
] as const)('asks a person who is still signed in nothing; permission %s', async (permission, times) => {
  configure();
  everyday();
  browser(permission);
  // Push starts once per module instance.
  vi.resetModules();
  openPortal('/employee-profile', 'employee');
  await screen.findByRole('navigation');
  await waitFor(() => expect(requestsTo(REGISTER)).toHaveLength(times));
  message({ type: 'push', title: 'New appointment', body: 'On Monday.' });
  await waitFor(() => expect(showNotification).toHaveBeenCalledTimes(times));
  expect(requestPermission).not.toHaveBeenCalled();
});
