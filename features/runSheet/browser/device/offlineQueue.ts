import { getPlugins } from 'portal-frame/browser/plugins';
import { getVault, storeUnsentCounts } from 'portal-frame/device';
import type { NewVisitReport } from '../../wire/visitReportApi.ts';

const PHOTO_PREFIX = 'photo/';
const REPORT_PREFIX = 'report/';

export interface QueuedItem {
  id: string;
  appointment: string;
  patientName: string;
  appointmentDateTime: string;
  /** Milliseconds since 1970. */
  takenAt: number;
  /** The host's reason for a final refusal. */
  refused?: string;
}

export interface QueuedPhoto extends QueuedItem {
  /** Sent before, without a reply. */
  tried?: boolean;
}

/** Its id is the idempotency key. */
export interface QueuedReport extends QueuedItem {
  report: Omit<NewVisitReport, 'key' | 'madeAt'>;
}

/** An item of a feature. */
export interface QueuedFeatureItem extends QueuedItem {
  /** Start of its key in the vault. */
  prefix: string;
  /** It waits while an item before it cannot be sent. */
  afterOthers?: boolean | undefined;
}

/** Records of a device about what its person does, apart from the queue. */
export interface DeviceLog {
  /** Records a report before it is queued. */
  addReport(appointment: string, report: QueuedReport['report']): Promise<void>;
  /** Sends what it recorded, before the queue. An error does not hold up the queue. */
  send(): Promise<void>;
}

declare module 'portal-frame/plugin' {
  interface AppBrowserParts {
    /** Items that wait on the device until they can be sent. A refusal is thrown as a RequestError and shown with the item. */
    queuedItems?: {
      /** Start of their keys in the vault. A released one never changes. */
      prefix: string;
      sender: () => Promise<{ readonly default: (item: QueuedItem) => Promise<void> }>;
      /** They wait while an item before them cannot be sent. */
      afterOthers?: boolean;
    };
    /** Loads with the queue. */
    deviceLog?: () => Promise<{ readonly default: DeviceLog }>;
  }
}

const listKinds = () => getPlugins().flatMap(({ queuedItems }) => queuedItems ?? []);

const importLogs = () => Promise.all(getPlugins().flatMap(({ deviceLog }) => deviceLog?.() ?? []));
// Now, as the device may be offline when they are used.
const logs = importLogs().catch(() => undefined);
/** Loads the logs of features. */
export const loadLogs = async (): Promise<DeviceLog[]> =>
  ((await logs) ?? (await importLogs())).map((one) => one.default);

/** Counted in src/app.ts without loading the queue. */
export type UnsentKind = 'photos' | 'reports';

export type VisitSummary = Pick<QueuedItem, 'appointment' | 'patientName' | 'appointmentDateTime'>;

/** Immutable, oldest first. Replaced on each change. */
export interface Queue {
  photos: readonly QueuedPhoto[];
  reports: readonly QueuedReport[];
  featureItems: readonly QueuedFeatureItem[];
  /** Id of the item being sent. */
  sending: string | null;
}

let queue: Queue = { photos: [], reports: [], featureItems: [], sending: null };
const listeners = new Set<() => void>();
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`portal-visits ${PHOTO_PREFIX}`) : undefined;
channel?.addEventListener('message', () => void loadQueue().catch(() => undefined));

export const getQueue = (): Queue => queue;

export function subscribeToQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const countPending = (list: readonly QueuedItem[]) => list.filter(({ refused }) => refused === undefined).length;
/** Counts items that are still to be sent. */
export const countUnsent = ({ photos, reports, featureItems }: Queue): Record<UnsentKind, number> => ({
  photos: countPending(photos),
  reports: countPending(reports) + countPending(featureItems),
});

function updateQueue(change: Partial<Queue>): void {
  queue = { ...queue, ...change };
  storeUnsentCounts(countUnsent(queue));
  for (const listener of listeners) listener();
}

export const markSending = (sending: string | null): void => updateQueue({ sending });

async function readItems<T extends QueuedItem>(start: string): Promise<T[]> {
  const vault = await getVault();
  const kept = await Promise.all((await vault.keys(start)).map((key) => vault.get<T>(key)));
  return kept.flatMap((one) => one?.data ?? []).toSorted((a, b) => a.takenAt - b.takenAt);
}

/** Reads the queue from the vault. */
export async function loadQueue(): Promise<Queue> {
  const [photos, kept, ...featureItems] = await Promise.all([
    readItems<QueuedPhoto>(PHOTO_PREFIX),
    readItems<QueuedReport>(REPORT_PREFIX),
    ...listKinds().map(async ({ prefix, afterOthers }) =>
      (await readItems(prefix)).map((item) => ({ ...item, prefix, afterOthers })),
    ),
  ]);
  // Items of older versions may lack `report`. They are shown, and refused when sent.
  const reports = kept.map((one) => ({ ...one, report: one.report ?? {} }));
  updateQueue({ photos, reports, featureItems: featureItems.flat() });
  return queue;
}

async function reloadAndBroadcast(): Promise<void> {
  await loadQueue();
  channel?.postMessage('changed');
}

/** Queues a photo in place of the appointment's previous one. */
export async function addPhoto(visit: VisitSummary, picture: Blob): Promise<void> {
  const vault = await getVault();
  const before = (await loadQueue()).photos.filter(({ appointment }) => appointment === visit.appointment);
  const id = crypto.randomUUID();
  // The host may already have the previous photo. Then this one counts as sent.
  const tried = before.some((one) => one.tried);
  const about: QueuedPhoto = { ...visit, id, takenAt: Date.now(), tried };
  await vault.put(PHOTO_PREFIX + id, about, new Uint8Array(await picture.arrayBuffer()));
  await vault.remove(before.map((one) => PHOTO_PREFIX + one.id));
  await reloadAndBroadcast();
}

/** Queues a report, and records it in the logs of features. */
export async function addReport(visit: VisitSummary, report: QueuedReport['report']): Promise<void> {
  const vault = await getVault();
  const id = crypto.randomUUID();
  const takenAt = await getNextTimestamp();
  for (const log of await loadLogs()) await log.addReport(visit.appointment, report);
  await vault.put(REPORT_PREFIX + id, { ...visit, id, takenAt, report } satisfies QueuedReport);
  await reloadAndBroadcast();
}

/** Keeps the order of items made within one millisecond. */
async function getNextTimestamp(): Promise<number> {
  const { reports, featureItems } = await loadQueue();
  return Math.max(Date.now(), ...[...reports, ...featureItems].map(({ takenAt }) => takenAt + 1));
}

/** Queues an item of a feature. Its id is the idempotency key, which `record` gets before it is stored. */
export async function addFeatureItem(
  prefix: string,
  values: object,
  record?: (id: string) => Promise<void>,
): Promise<void> {
  const vault = await getVault();
  const id = crypto.randomUUID();
  const about = { appointment: '', patientName: '', appointmentDateTime: '', id, takenAt: await getNextTimestamp() };
  await record?.(id);
  await vault.put(prefix + id, { ...about, ...values } satisfies QueuedItem);
  await reloadAndBroadcast();
}

/** Null if it was sent or discarded meanwhile. */
export const readFeatureItem = async ({
  id,
  prefix,
}: Pick<QueuedFeatureItem, 'id' | 'prefix'>): Promise<QueuedItem | null> =>
  (await (await getVault()).get<QueuedItem>(prefix + id))?.data ?? null;

/** Loads what sends an item of a feature; undefined while its code cannot be loaded. */
export const loadSender = async ({ prefix }: Pick<QueuedFeatureItem, 'prefix'>) =>
  (
    await listKinds()
      .find((one) => one.prefix === prefix)
      ?.sender()
      .catch(() => undefined)
  )?.default;

/** Null if it was sent or discarded meanwhile. */
export async function readPhoto(id: string): Promise<{ photo: QueuedPhoto; picture: File } | null> {
  const kept = await (await getVault()).get<QueuedPhoto>(PHOTO_PREFIX + id);
  if (!kept) return null;
  return { photo: kept.data, picture: new File([kept.bytes], 'tracking.jpg', { type: 'image/jpeg' }) };
}

/** Null if it was sent or discarded meanwhile. */
export const readReport = async (id: string): Promise<QueuedReport | null> =>
  (await (await getVault()).get<QueuedReport>(REPORT_PREFIX + id))?.data ?? null;

const listKeys = (id: string) =>
  [PHOTO_PREFIX, REPORT_PREFIX, ...listKinds().map(({ prefix }) => prefix)].map((prefix) => prefix + id);

/** Notes a refusal or an attempt in a queued item, unless it has left the queue. */
export async function updateQueued(id: string, note: Pick<QueuedPhoto, 'refused' | 'tried'>): Promise<void> {
  const vault = await getVault();
  for (const key of listKeys(id)) {
    const kept = await vault.get<QueuedItem>(key);
    if (kept) await vault.put(key, { ...kept.data, ...note }, kept.bytes);
  }
  await reloadAndBroadcast();
}

export async function removeQueued(id: string): Promise<void> {
  await (await getVault()).remove(listKeys(id));
  await reloadAndBroadcast();
}
