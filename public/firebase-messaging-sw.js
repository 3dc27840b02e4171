/**
 * Receives push messages. While the portal is open it passes them on to its pages, which notify the person themselves;
 * otherwise it shows them. It needs no settings and no code from elsewhere.
 */
const START = '/';

/** Title and body of a message, whether it was sent as a notification or as data. */
function read(event) {
  try {
    const { notification, data } = event.data.json();
    return { title: notification?.title ?? data?.title, body: notification?.body ?? data?.body };
  } catch {
    return {};
  }
}

async function show({ title, body }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const visible = pages.filter((page) => page.visibilityState === 'visible');
  if (visible.length > 0) {
    for (const page of visible) page.postMessage({ type: 'push', title, body });
  } else if (title) {
    await self.registration.showNotification(title, { body, icon: '/favicon.svg' });
  }
}

async function open() {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return page ? page.focus() : self.clients.openWindow(START);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(read(event))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open());
});
