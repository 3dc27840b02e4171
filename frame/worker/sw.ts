/**
 * Keeps the built portal on the device of whoever works where there may be none, so that it opens without a network. It
 * answers for the portal's own files alone: calls of the API and uploads never pass through it.
 */
import { type PrecacheEntry, Route, Serwist } from 'serwist';

/** The files of this build and its mark, written here by frame/build/serviceWorker.ts, and the addresses that the server answers itself. */
declare const PRECACHED: PrecacheEntry[];
declare const BUILD: string;
declare const SERVERS: string[];
declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<{ build?: string } | undefined>) => void): void;
  skipWaiting(): Promise<void>;
};

/** Milliseconds after which a network that says nothing counts as none. */
const NETWORK_TIMEOUT = 4_000;
const PAGE_PATH = '/index.html';

// A new worker waits until a page of its own build is open (frame/device/registerServiceWorker.ts): a page of an older one keeps its files.
const serwist = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
});

const rejectAfterTimeout = () =>
  new Promise<never>((_, give) => setTimeout(() => give(new Error('The network says nothing.')), NETWORK_TIMEOUT));

/** The newest page there is: the network's, so that a new build shows at once, else the one that is kept here. */
async function fetchPage(request: Request): Promise<Response> {
  const asked = fetch(request).then((reply) => {
    if (reply.status >= 500) throw new Error('The host is not there.');
    return reply;
  });
  return Promise.race([asked, rejectAfterTimeout()]).catch(
    async () => (await serwist.matchPrecache(PAGE_PATH)) ?? asked,
  );
}

const isServerPath = ({ pathname }: URL) => SERVERS.some((path) => pathname.startsWith(`${path}/`));
serwist.registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !isServerPath(url),
    ({ request }) => fetchPage(request),
  ),
);
serwist.addEventListeners();
self.addEventListener('message', ({ data }) => {
  if (data?.build === BUILD) void self.skipWaiting();
});
