import { getVault } from '../../frame/device/vault.ts';
import { storeUnsentCounts } from '../../frame/session/unsentWork.ts';
import type { NewVisitReport } from '../wire/visitReportApi.ts';
import { recordCustodySteps } from './custodyLog.ts';

const PHOTO_PREFIX = 'photo/';
const REPORT_PREFIX = 'report/';
const HAND_OVER_PREFIX = 'handOver/';

/** What an employee made of a visit, on its way to the host. */
interface QueuedItem {
  id: string;
  /** The appointment it belongs to, and how people know that one. */
  appointment: string;
  patientName: string;
  appointmentDateTime: string;
  /** When it was made: milliseconds since 1970. */
  takenAt: number;
  /** `refused` for good, in the host's words; otherwise it waits. */
  refused?: string;
}

/** A tracking photo. */
export interface QueuedPhoto extends QueuedItem {
  /** It was sent before, and no answer said what became of it. */
  tried?: boolean;
}

/** A report; its id is the key by which the host knows it again. */
export interface QueuedReport extends QueuedItem {
  report: Omit<NewVisitReport, 'key' | 'madeAt'>;
}

/** Tubes that were given to a laboratory, which stands as the name; its id is the key by which the host knows it again. */
export interface QueuedHandOver extends QueuedItem {
  laboratory: string;
  labels: readonly string[];
}

/** What is counted of it, so that it can be shown without being read (src/app.ts). */
export type UnsentKind = 'photos' | 'reports';

export type VisitSummary = Pick<QueuedItem, 'appointment' | 'patientName' | 'appointmentDateTime'>;

/** What the screens know of it: kept until the next change, so that it can be compared. Each in the order it was made. */
export interface Queue {
  photos: readonly QueuedPhoto[];
  reports: readonly QueuedReport[];
  handOvers: readonly QueuedHandOver[];
  /** What is on its way at this moment. */
  sending: string | null;
}

let queue: Queue = { photos: [], reports: [], handOvers: [], sending: null };
const listeners = new Set<() => void>();
/** Notifies the other tabs. */
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`portal-visits ${PHOTO_PREFIX}`) : undefined;
channel?.addEventListener('message', () => void loadQueue().catch(() => undefined));

export const getQueue = (): Queue => queue;

export function subscribeToQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const countPending = (list: readonly QueuedItem[]) => list.filter(({ refused }) => refused === undefined).length;
/** How much of it is still to be sent. */
export const countUnsent = ({ photos, reports, handOvers }: Queue): Record<UnsentKind, number> => ({
  photos: countPending(photos),
  reports: countPending(reports) + countPending(handOvers),
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

/** Reads what waits here. */
export async function loadQueue(): Promise<Queue> {
  const [photos, kept, handOvers] = await Promise.all([
    readItems<QueuedPhoto>(PHOTO_PREFIX),
    readItems<QueuedReport>(REPORT_PREFIX),
    readItems<QueuedHandOver>(HAND_OVER_PREFIX),
  ]);
  // An older version of the portal may have kept one in another way: it is still shown, and refused when it is sent.
  const reports = kept.map((one) => ({ ...one, report: one.report ?? {} }));
  updateQueue({ photos, reports, handOvers });
  return queue;
}

async function reloadAndBroadcast(): Promise<void> {
  await loadQueue();
  channel?.postMessage('changed');
}

/** Keeps a photo until the host has it, in place of one that the same appointment has here already. */
export async function addPhoto(visit: VisitSummary, picture: Blob): Promise<void> {
  const vault = await getVault();
  const before = (await loadQueue()).photos.filter(({ appointment }) => appointment === visit.appointment);
  const id = crypto.randomUUID();
  // The host may have the one before: then this one comes too late, and counts as sent.
  const tried = before.some((one) => one.tried);
  const about: QueuedPhoto = { ...visit, id, takenAt: Date.now(), tried };
  await vault.put(PHOTO_PREFIX + id, about, new Uint8Array(await picture.arrayBuffer()));
  await vault.remove(before.map((one) => PHOTO_PREFIX + one.id));
  await reloadAndBroadcast();
}

/** Keeps a report until the host has it. */
export async function addReport(visit: VisitSummary, report: QueuedReport['report']): Promise<void> {
  const vault = await getVault();
  const id = crypto.randomUUID();
  const takenAt = await getNextTimestamp();
  const code = REPORT_CUSTODY_CODES[report?.kind ?? 'note'];
  if (code) await recordCustodySteps([{ code, label: report.label ?? '', visit: visit.appointment, handOver: '' }]);
  await vault.put(REPORT_PREFIX + id, { ...visit, id, takenAt, report } satisfies QueuedReport);
  await reloadAndBroadcast();
}

/** The steps of a tube's custody that reports are. */
const REPORT_CUSTODY_CODES: Partial<Record<QueuedReport['report']['kind'], 'S39' | 'S40'>> = {
  tube: 'S39',
  couldNotDraw: 'S40',
};

/** Two within one millisecond keep their order, and what follows from others comes after them. */
async function getNextTimestamp(): Promise<number> {
  const { reports, handOvers } = await loadQueue();
  return Math.max(Date.now(), ...[...reports, ...handOvers].map(({ takenAt }) => takenAt + 1));
}

/** Keeps a hand-over until the host has it. */
export async function addHandOver(laboratory: { id: string; name: string }, labels: readonly string[]): Promise<void> {
  const vault = await getVault();
  const id = crypto.randomUUID();
  const takenAt = await getNextTimestamp();
  await recordCustodySteps(labels.map((label) => ({ code: 'S41', label, visit: '', handOver: id })));
  const about = { appointment: '', patientName: laboratory.name, appointmentDateTime: '', id, takenAt };
  await vault.put(HAND_OVER_PREFIX + id, { ...about, laboratory: laboratory.id, labels } satisfies QueuedHandOver);
  await reloadAndBroadcast();
}

/** The hand-over, unless it was sent or discarded in the meantime. */
export const readHandOver = async (id: string): Promise<QueuedHandOver | null> =>
  (await (await getVault()).get<QueuedHandOver>(HAND_OVER_PREFIX + id))?.data ?? null;

/** The photo and its picture, unless it was sent or discarded in the meantime. */
export async function readPhoto(id: string): Promise<{ photo: QueuedPhoto; picture: File } | null> {
  const kept = await (await getVault()).get<QueuedPhoto>(PHOTO_PREFIX + id);
  if (!kept) return null;
  return { photo: kept.data, picture: new File([kept.bytes], 'tracking.jpg', { type: 'image/jpeg' }) };
}

/** The report, unless it was sent or discarded in the meantime. */
export const readReport = async (id: string): Promise<QueuedReport | null> =>
  (await (await getVault()).get<QueuedReport>(REPORT_PREFIX + id))?.data ?? null;

/** Notes on the disk what became of one of them. */
export async function updateQueued(id: string, note: Pick<QueuedPhoto, 'refused' | 'tried'>): Promise<void> {
  const vault = await getVault();
  for (const key of [PHOTO_PREFIX + id, REPORT_PREFIX + id, HAND_OVER_PREFIX + id]) {
    const kept = await vault.get<QueuedItem>(key);
    if (kept) await vault.put(key, { ...kept.data, ...note }, kept.bytes);
  }
  await reloadAndBroadcast();
}

/** The host has it, or the person does not want it any more. */
export async function removeQueued(id: string): Promise<void> {
  await (await getVault()).remove([PHOTO_PREFIX + id, REPORT_PREFIX + id, HAND_OVER_PREFIX + id]);
  await reloadAndBroadcast();
}
