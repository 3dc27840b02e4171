import type { FirebaseOptions } from 'firebase/app';
import { request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import { accountCalls } from '../wire/accountCalls.ts';
import { pushEvents } from './pushEvents.ts';

const WORKER = '/firebase-messaging-sw.js';
/** Of no page: the portal's pages may have another worker (frame/worker/sw.ts), and a scope has one alone. */
const SCOPE = '/firebase-cloud-messaging-push-scope';

/** The messaging service's settings of this build, or null where it has none: then no push, and no word of it. */
function settings(): { options: FirebaseOptions; vapidKey: string } | null {
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

/** What the worker passes on while the portal is open (public/firebase-messaging-sw.js). */
interface PushMessage {
  type: 'push';
  title?: string;
  body?: string;
}

/** The messaging worker once it works; `ready` would be of the pages' own. */
async function messagingWorker(): Promise<ServiceWorkerRegistration> {
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

/** A message with title and body is shown as a toast and by the browser; the bell counts anew with every message. */
async function onMessage({ data }: MessageEvent<PushMessage | undefined>): Promise<void> {
  if (data?.type !== 'push') return;
  pushEvents.dispatchEvent(new Event('push'));
  const { title, body } = data;
  if (!title || !body) return;
  toast.info(`${title}: ${body}`);
  const worker = await messagingWorker();
  await worker.showNotification(title, { body });
}

/** The browser's push token, or null after it was shown and logged that there is none. */
async function tokenOf({ options, vapidKey }: NonNullable<ReturnType<typeof settings>>): Promise<string | null> {
  try {
    const serviceWorkerRegistration = await messagingWorker();
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

async function start(ask: boolean): Promise<void> {
  if (!('Notification' in globalThis)) return;
  // Asked for after sign-in whether there is a messaging service or not (spec 2).
  const permission = ask ? await Notification.requestPermission() : Notification.permission;
  const configured = settings();
  if (!configured || permission !== 'granted' || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.removeEventListener('message', onMessage);
  navigator.serviceWorker.addEventListener('message', onMessage);
  const fcmToken = await tokenOf(configured);
  if (!fcmToken) return;
  try {
    await request(accountCalls.generateFcm, { body: { fcmToken } });
  } catch (cause) {
    toast.error(cause instanceof Error ? cause.message : translate('errors.generateFcm'));
  }
}

let started: Promise<void> | undefined;

/**
 * Registers this browser for push messages and listens to them, once a visit; after sign-in it asks for permission.
 * Says nothing where push is not configured, not supported by the browser or not permitted (spec 4, 8).
 */
export function startPush({ ask }: { ask: boolean }): Promise<void> {
  if (ask || !started) started = start(ask);
  return started;
}
