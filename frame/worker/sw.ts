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
const PATIENCE = 4_000;
const PAGE = '/index.html';

// A new worker waits until a page of its own build is open (frame/device/worker.ts): a page of an older one keeps its files.
const portal = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
});

const patience = () =>
  new Promise<never>((_, give) => setTimeout(() => give(new Error('The network says nothing.')), PATIENCE));

/** The newest page there is: the network's, so that a new build shows at once, else the one that is kept here. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request).then((reply) => {
    if (reply.status >= 500) throw new Error('The host is not there.');
    return reply;
  });
  return Promise.race([asked, patience()]).catch(async () => (await portal.matchPrecache(PAGE)) ?? asked);
}

const isServers = ({ pathname }: URL) => SERVERS.some((path) => pathname.startsWith(`${path}/`));
portal.registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !isServers(url),
    ({ request }) => page(request),
  ),
);
portal.addEventListeners();
self.addEventListener('message', ({ data }) => {
  if (data?.build === BUILD) void self.skipWaiting();
});
