import { markSessionEnded } from './session.ts';

/**
 * Lets a cookie end now, for this host and every domain above it that may have set it. Through the document: browsers
 * have the Cookie Store over https alone.
 */
function dropCookie(name: string): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)];
  // One that only https may set, only https may end.
  const secure = location.protocol === 'https:' ? '; secure' : '';
  for (const domain of domains) Object.assign(document, { cookie: `${name}=; path=/; max-age=0${secure}${domain}` });
}

/** Resolves once the database is gone, or as soon as its open connections let go of it. */
const dropDatabase = (name: string) =>
  new Promise<void>((done) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = asked.onerror = asked.onblocked = () => done();
  });

/** Databases and caches: the messaging service and its worker keep theirs there. */
async function dropStores(): Promise<void> {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  await Promise.all(databases.map(({ name }) => name && dropDatabase(name)));
  const caches = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(caches.map((name) => globalThis.caches.delete(name)));
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Forgets everything that this browser keeps for the portal (spec 2: local and session storage, cookies). */
export async function clearBrowser(): Promise<void> {
  markSessionEnded();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    if (name) dropCookie(name);
  }
  // A browser that refuses the rest (a private window may) has forgotten the session all the same.
  await dropStores().catch(() => undefined);
}
