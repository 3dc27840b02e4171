/** Build id, inserted by the build. */
declare const BUILD: string;

/** Activates a waiting worker of the same build as this page. */
const takeOver = ({ waiting }: ServiceWorkerRegistration) => waiting?.postMessage({ build: BUILD });

/** Registers the service worker (frame/worker/sw.ts), for screens that work offline. Needs https and a built app. */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const watch = () => registration.installing?.addEventListener('statechange', () => takeOver(registration));
    registration.addEventListener('updatefound', watch);
    // The update may have been found before the listener was added.
    watch();
    takeOver(registration);
  } catch {
    // Private windows may refuse. The portal then works online only.
  }
}
