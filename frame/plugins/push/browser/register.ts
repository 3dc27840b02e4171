import type { FirebaseOptions } from 'firebase/app';
import { request, toast, translate } from 'portal-frame/browser';
import { notificationEvents } from 'portal-frame/browser/plugins';
import { pushCalls } from '../wire/pushCalls.ts';

const WORKER = '/firebase-messaging-sw.js';
/** A scope has one worker, and the portal's pages use frame/worker/sw.ts. */
const SCOPE = '/firebase-cloud-messaging-push-scope';

interface FirebaseSettings {
  options: FirebaseOptions;
  vapidKey: string;
}

/** Returns the Firebase settings of this build; null without them, which disables push. */
function getFirebaseSettings(): FirebaseSettings | null {
  const env = import.meta.env;
  const options = {
    apiKey: env.VITE_FIREBASE_API_KEY,
    projectId: env.VITE_FIREBASE_PROJECT_ID,
    messagingSenderId: env.VITE_FIREBASE_MESSAGING_SENDER_ID,
    appId: env.VITE_FIREBASE_APP_ID,
  };
  const vapidKey = env.VITE_FIREBASE_VAPID_KEY;
  return vapidKey && Object.values(options).every(Boolean) ? { options, vapidKey } : null;
}

/** Message from the worker (public/firebase-messaging-sw.js). */
interface PushMessage {
  type: 'push';
  title?: string;
  body?: string;
}

/** Registers the worker and waits for it. `navigator.serviceWorker.ready` would return the pages' worker. */
async function registerMessagingWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { installing, waiting } = registration;
  const coming = installing ?? waiting;
  if (!registration.active && coming)
    await new Promise<void>((done) =>
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated' || coming.state === 'redundant') done();
      }),
    );
  return registration;
}

/** Shows a message as a toast and a browser notification. The bell recounts on every message. */
async function onMessage({ data }: MessageEvent<PushMessage | undefined>): Promise<void> {
  if (data?.type !== 'push') return;
  notificationEvents.dispatchEvent(new Event('new'));
  const { title, body } = data;
  if (!title || !body) return;
  toast.info(`${title}: ${body}`);
  const worker = await registerMessagingWorker();
  await worker.showNotification(title, { body });
}

/** Fetches the push token from Firebase. Shows and logs a failure, then returns null. */
async function fetchPushToken({ options, vapidKey }: FirebaseSettings): Promise<string | null> {
  try {
    const serviceWorkerRegistration = await registerMessagingWorker();
    const [{ getApps, initializeApp }, { getMessaging, getToken }] = await Promise.all([
      import('firebase/app'),
      import('firebase/messaging'),
    ]);
    const messaging = getMessaging(getApps()[0] ?? initializeApp(options));
    const token = await getToken(messaging, { vapidKey, serviceWorkerRegistration });
    if (token) return token;
    throw new Error('The messaging service gave no token.');
  } catch (cause) {
    console.error(cause);
    toast.error(translate('errors.unableFcm'));
    return null;
  }
}

/** Gets the push token and sends it to the host, if permission and Firebase settings allow. */
async function start(ask: boolean): Promise<void> {
  if (!('Notification' in globalThis)) return;
  // The permission is requested after sign-in even without Firebase settings (spec 2).
  const permission = ask ? await Notification.requestPermission() : Notification.permission;
  const configured = getFirebaseSettings();
  if (!configured || permission !== 'granted' || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.removeEventListener('message', onMessage);
  navigator.serviceWorker.addEventListener('message', onMessage);
  const fcmToken = await fetchPushToken(configured);
  if (!fcmToken) return;
  try {
    await request(pushCalls.generateFcm, { body: { fcmToken } });
  } catch (cause) {
    toast.error(cause instanceof Error ? cause.message : translate('errors.generateFcm'));
  }
}

let started: Promise<void> | undefined;

/** Registers for push messages once per visit, silently (spec 4, 8). Only a sign-in asks for permission. */
export function startPush({ ask }: { ask: boolean }): Promise<void> {
  if (ask || !started) started = start(ask);
  return started;
}
