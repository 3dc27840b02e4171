/** Service worker that stores the built portal, so that it opens offline. API calls and uploads bypass it. */
import { type PrecacheEntry, Route, Serwist } from 'serwist';

/** Inserted by frame/build/serviceWorker.ts: files of this build, its id, and paths that the server answers. */
declare const PRECACHED: PrecacheEntry[];
declare const BUILD: string;
declare const SERVERS: string[];
declare const self: {
  addEventListener(type: 'message', listener: (event: MessageEvent<{ build?: string } | undefined>) => void): void;
  skipWaiting(): Promise<void>;
};

/** Milliseconds until the network counts as absent. */
const NETWORK_TIMEOUT = 4_000;
const PAGE_PATH = '/index.html';

// A new worker waits for a page of its own build (frame/device/registerServiceWorker.ts): older pages keep their files.
const serwist = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
});

const rejectAfterTimeout = () =>
  new Promise<never>((_, give) => setTimeout(() => give(new Error('The network says nothing.')), NETWORK_TIMEOUT));

/** Fetches a page from the network, so that a new build shows at once. Otherwise returns the stored page. */
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
