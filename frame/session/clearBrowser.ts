import { markSessionEnded } from './session.ts';

/** Expires a cookie for this host and every parent domain. The Cookie Store API requires https. */
function dropCookie(name: string): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)];
  // Secure cookies can only be removed as secure ones.
  const secure = location.protocol === 'https:' ? '; secure' : '';
  for (const domain of domains) Object.assign(document, { cookie: `${name}=; path=/; max-age=0${secure}${domain}` });
}

/** Resolves once the database is deleted, or blocked by open connections. */
const dropDatabase = (name: string) =>
  new Promise<void>((done) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = asked.onerror = asked.onblocked = () => done();
  });

/** Deletes databases, caches and workers, including those of the messaging service. */
async function dropStores(): Promise<void> {
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  await Promise.all(databases.map(({ name }) => name && dropDatabase(name)));
  const caches = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(caches.map((name) => globalThis.caches.delete(name)));
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Removes everything the portal stored in this browser (spec 2). */
export async function clearBrowser(): Promise<void> {
  markSessionEnded();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    if (name) dropCookie(name);
  }
  // Private windows may refuse the rest. The session is gone already.
  await dropStores().catch(() => undefined);
}
