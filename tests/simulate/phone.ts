import * as fakeDatabase from 'fake-indexeddb';
import { storeSession } from 'portal-frame/internal/tools';
import { fromRoot } from '../../scripts/lib/root.ts';
import type { Appointment } from '../../src/wire/appointments/appointmentRecord.ts';
import { hasPlugin } from '../api/hasPlugin.ts';
import { setNow } from './clock.ts';
import { ConnectionLost, call, send, signIn } from './network.ts';
import { ORIGIN, TIME_ZONE } from './openServer.ts';
import { emailOf, type Person } from './people.ts';
import { receiver } from './receiver.ts';
import type { World } from './world.ts';

/** A phone: the code of the run sheet (features/runSheet/browser/device) on its own storage, database, clock and network. */
export interface Phone {
  person: Person;
  online: boolean;
  /** Milliseconds that its clock runs ahead. */
  skew: number;
  storage: Map<string, string>;
  database: IDBFactory;
  /** Token of the push service, and when it was registered. */
  pushToken: string;
  registeredAt: number;
}

export const createPhone = (person: Person): Phone => ({
  ...{ person, online: true, skew: 0, pushToken: '', registeredAt: 0 },
  ...{ storage: new Map(), database: new fakeDatabase.IDBFactory() },
});

let current: { world: World; phone: Phone } | undefined;
const inUse = () => {
  if (!current) throw new Error('No phone is in use.');
  return current;
};

/** Requests of the phone in use, and of the server to the push service. */
async function fetchOf(input: string | URL, init: RequestInit = {}): Promise<Response> {
  const address = new URL(input, ORIGIN);
  if (address.origin !== ORIGIN) return receiver.push(address.pathname, String(init.body));
  const { world, phone } = inUse();
  const request = new Request(address, { ...init, signal: null });
  if (!phone.online) throw new TypeError('Failed to fetch');
  const body = Buffer.from(await request.arrayBuffer());
  setNow(world.now);
  try {
    const url = request.url.slice(ORIGIN.length);
    const headers = Object.fromEntries(request.headers);
    const sent = { method: request.method as 'GET', url, headers, ...(body.length > 0 && { payload: body }) };
    const { http, body: reply } = await send(world, sent);
    return new Response(typeof reply === 'string' ? reply : JSON.stringify(reply), { status: http });
  } catch (error) {
    if (error instanceof ConnectionLost) throw new TypeError('Failed to fetch');
    throw error;
  } finally {
    setNow(world.now + phone.skew);
  }
}

const storage = () => inUse().phone.storage;
const events = new EventTarget();
/** Browser globals that the device's code uses. */
const BROWSER = {
  window: globalThis,
  localStorage: {
    getItem: (name: string) => storage().get(name) ?? null,
    setItem: (name: string, value: string) => void storage().set(name, value),
    removeItem: (name: string) => void storage().delete(name),
  },
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: '',
    documentElement: { style: {}, lang: 'en' },
    head: { appendChild: () => {}, insertBefore: () => {} },
    createElement: () => ({ style: {}, setAttribute: () => {}, appendChild: () => {} }),
    createTextNode: () => ({}),
    querySelector: () => null,
    querySelectorAll: () => [],
  }),
  location: new URL(`${ORIGIN}/run-sheet`),
  fetch: fetchOf,
  BroadcastChannel: undefined,
};
for (const [name, value] of Object.entries({ ...fakeDatabase, ...BROWSER }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
Object.defineProperty(globalThis, 'indexedDB', { get: () => inUse().phone.database, configurable: true });
Object.defineProperty(navigator, 'onLine', { get: () => current?.phone.online ?? true, configurable: true });
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });

interface CustodyModules {
  addHandOver(laboratory: { id: string; name: string }, labels: readonly string[]): Promise<void>;
  storeTubesInHand(tubes: unknown): Promise<void>;
  readTubesInHand(data: unknown): unknown;
}

/** Item of the phone's queue. */
export interface QueuedItem {
  appointment: string;
  refused?: string;
}
type Visit = Pick<QueuedItem, 'appointment'> & { patientName: string; appointmentDateTime: string };
interface RunSheetModules {
  loadQueue(): Promise<
    Record<'photos' | 'featureItems', readonly QueuedItem[]> & {
      reports: readonly (QueuedItem & { report: { kind: string; label?: string } })[];
    }
  >;
  addPhoto(visit: Visit, picture: Blob): Promise<void>;
  addReport(visit: Visit, report: object): Promise<void>;
  sendWaiting(): Promise<void>;
  storeDay(visits: readonly Appointment[], asOf: number): Promise<void>;
  readStoredDay(): Promise<{ visits: Appointment[] } | null>;
}

/** Loads modules of a feature, which may be left out: by their paths, unknown to the types. */
const importModules = async <M>(folder: string, files: readonly string[]): Promise<M> =>
  Object.assign({}, ...(await Promise.all(files.map((file) => import(fromRoot(folder, file))))));

const importRunSheet = () =>
  importModules<RunSheetModules>('features/runSheet/browser/device', [
    ...['offlineQueue.ts', 'offlineSender.ts', 'storedDay.ts'],
  ]);
const importCustody = () =>
  importModules<CustodyModules>('features/custody', [
    ...['browser/addHandOver.ts', 'browser/storedTubes.ts', 'wire/custodyApi.ts'],
  ]);

/** The portal's modules of the phone. Loaded once the browser's globals are there. */
const modules = async () => ({
  runSheet: await importRunSheet(),
  custody: hasPlugin('custody') ? await importCustody() : undefined,
  today: await import('../../src/wire/appointments/appointmentApi.ts'),
  browser: await import('portal-frame/browser'),
  device: await import('portal-frame/device'),
  app: await import('../../src/app.ts'),
});
let loaded: ReturnType<typeof modules> | undefined;

type PhoneModules = Awaited<ReturnType<typeof modules>>;

/** Uses a phone: its storage, clock and network are the globals until `work` ends. */
export async function use<T>(world: World, phone: Phone, work: (portal: PhoneModules) => Promise<T>): Promise<T> {
  loaded ??= modules();
  const portal = await loaded;
  current = { world, phone };
  setNow(world.now + phone.skew);
  try {
    return await work(portal);
  } finally {
    current = undefined;
    setNow(world.now);
  }
}

/** Signs in on the phone, for the whole simulation. */
export async function signInOnPhone(world: World, phone: Phone): Promise<void> {
  const signedIn = await signIn(world, phone.person);
  await use(world, phone, async () =>
    storeSession(signedIn.userAuthToken, { ...signedIn, timeZone: TIME_ZONE, email: emailOf(phone.person) }),
  );
}

/** Registers the phone's browser for push, again if the service has forgotten its token. */
export async function registerPush(world: World, phone: Phone): Promise<void> {
  if (phone.pushToken && !receiver.gone.has(phone.pushToken)) return;
  Object.assign(phone, { pushToken: `${emailOf(phone.person)} ${world.now}`, registeredAt: world.now });
  await call(world, phone.person, 'generateFcm', { body: { fcmToken: phone.pushToken } });
}
