/** The mark of this build, written here by scripts/lib/serviceWorker.ts. */
declare const BUILD: string;

/** A worker that was just fetched takes over from an older one where it is of the same build as this page. */
const takeOver = ({ waiting }: ServiceWorkerRegistration) => waiting?.postMessage({ build: BUILD });

/**
 * Keeps the portal itself on this device from now on (frame/worker/sw.ts). Does nothing where the browser cannot (it
 * wants https) and while developing, when there is no build.
 */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const watch = () => registration.installing?.addEventListener('statechange', () => takeOver(registration));
    registration.addEventListener('updatefound', watch);
    // The browser may have looked for a newer one before this was asked.
    watch();
    takeOver(registration);
  } catch {
    // A private window may refuse: then the portal opens online alone.
  }
}
