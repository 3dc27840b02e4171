import { currentVault } from '../../frame/device/vault.ts';
import { countWaiting } from '../../frame/session/waiting.ts';
import type { NewVisitReport } from '../wire/visitReports.ts';
import { recordSteps } from './custody.ts';

const PHOTO = 'photo/';
const REPORT = 'report/';
const HAND_OVER = 'handOver/';

/** What an employee made of a visit, on its way to the host. */
interface Waiting {
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
export interface Photo extends Waiting {
  /** It was sent before, and no answer said what became of it. */
  tried?: boolean;
}

/** A report; its id is the key by which the host knows it again. */
export interface Report extends Waiting {
  report: Omit<NewVisitReport, 'key' | 'madeAt'>;
}

/** Tubes that were given to a laboratory, which stands as the name; its id is the key by which the host knows it again. */
export interface HandOver extends Waiting {
  laboratory: string;
  labels: readonly string[];
}

/** What is counted of it, so that it can be shown without being read (src/app.ts). */
export type WaitingKind = 'photos' | 'reports';

export type Visit = Pick<Waiting, 'appointment' | 'patientName' | 'appointmentDateTime'>;

/** What the screens know of it: kept until the next change, so that it can be compared. Each in the order it was made. */
export interface Queue {
  photos: readonly Photo[];
  reports: readonly Report[];
  handOvers: readonly HandOver[];
  /** What is on its way at this moment. */
  sending: string | null;
}

let current: Queue = { photos: [], reports: [], handOvers: [], sending: null };
const listeners = new Set<() => void>();
/** Notifies the other tabs. */
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`portal-visits ${PHOTO}`) : undefined;
channel?.addEventListener('message', () => void loadQueue().catch(() => undefined));

export const currentQueue = (): Queue => current;

export function onQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const waiting = (list: readonly Waiting[]) => list.filter(({ refused }) => refused === undefined).length;
/** How much of it is still to be sent. */
export const unsentOf = ({ photos, reports, handOvers }: Queue): Record<WaitingKind, number> => ({
  photos: waiting(photos),
  reports: waiting(reports) + waiting(handOvers),
});

function know(change: Partial<Queue>): void {
  current = { ...current, ...change };
  countWaiting(unsentOf(current));
  for (const listener of listeners) listener();
}

export const markSending = (sending: string | null): void => know({ sending });

async function read<T extends Waiting>(start: string): Promise<T[]> {
  const vault = await currentVault();
  const kept = await Promise.all((await vault.keys(start)).map((key) => vault.get<T>(key)));
  return kept.flatMap((one) => one?.about ?? []).toSorted((a, b) => a.takenAt - b.takenAt);
}

/** Reads what waits here. */
export async function loadQueue(): Promise<Queue> {
  const [photos, kept, handOvers] = await Promise.all([
    read<Photo>(PHOTO),
    read<Report>(REPORT),
    read<HandOver>(HAND_OVER),
  ]);
  // An older version of the portal may have kept one in another way: it is still shown, and refused when it is sent.
  const reports = kept.map((one) => ({ ...one, report: one.report ?? {} }));
  know({ photos, reports, handOvers });
  return current;
}

async function changed(): Promise<void> {
  await loadQueue();
  channel?.postMessage('changed');
}

/** Keeps a photo until the host has it, in place of one that the same appointment has here already. */
export async function addPhoto(visit: Visit, picture: Blob): Promise<void> {
  const vault = await currentVault();
  const before = (await loadQueue()).photos.filter(({ appointment }) => appointment === visit.appointment);
  const id = crypto.randomUUID();
  // The host may have the one before: then this one comes too late, and counts as sent.
  const tried = before.some((one) => one.tried);
  const about: Photo = { ...visit, id, takenAt: Date.now(), tried };
  await vault.put(PHOTO + id, about, new Uint8Array(await picture.arrayBuffer()));
  await vault.remove(before.map((one) => PHOTO + one.id));
  await changed();
}

/** Keeps a report until the host has it. */
export async function addReport(visit: Visit, report: Report['report']): Promise<void> {
  const vault = await currentVault();
  const id = crypto.randomUUID();
  const takenAt = await afterAll();
  const code = STEPS[report?.kind ?? 'note'];
  if (code) await recordSteps([{ code, label: report.label ?? '', visit: visit.appointment, handOver: '' }]);
  await vault.put(REPORT + id, { ...visit, id, takenAt, report } satisfies Report);
  await changed();
}

/** The steps of a tube's custody that reports are. */
const STEPS: Partial<Record<Report['report']['kind'], 'S39' | 'S40'>> = { tube: 'S39', couldNotDraw: 'S40' };

/** Two within one millisecond keep their order, and what follows from others comes after them. */
async function afterAll(): Promise<number> {
  const { reports, handOvers } = await loadQueue();
  return Math.max(Date.now(), ...[...reports, ...handOvers].map(({ takenAt }) => takenAt + 1));
}

/** Keeps a hand-over until the host has it. */
export async function addHandOver(laboratory: { id: string; name: string }, labels: readonly string[]): Promise<void> {
  const vault = await currentVault();
  const id = crypto.randomUUID();
  const takenAt = await afterAll();
  await recordSteps(labels.map((label) => ({ code: 'S41', label, visit: '', handOver: id })));
  const about = { appointment: '', patientName: laboratory.name, appointmentDateTime: '', id, takenAt };
  await vault.put(HAND_OVER + id, { ...about, laboratory: laboratory.id, labels } satisfies HandOver);
  await changed();
}

/** The hand-over, unless it was sent or discarded in the meantime. */
export const readHandOver = async (id: string): Promise<HandOver | null> =>
  (await (await currentVault()).get<HandOver>(HAND_OVER + id))?.about ?? null;

/** The photo and its picture, unless it was sent or discarded in the meantime. */
export async function readPhoto(id: string): Promise<{ photo: Photo; picture: File } | null> {
  const kept = await (await currentVault()).get<Photo>(PHOTO + id);
  if (!kept) return null;
  return { photo: kept.about, picture: new File([kept.bytes], 'tracking.jpg', { type: 'image/jpeg' }) };
}

/** The report, unless it was sent or discarded in the meantime. */
export const readReport = async (id: string): Promise<Report | null> =>
  (await (await currentVault()).get<Report>(REPORT + id))?.about ?? null;

/** Notes on the disk what became of one of them. */
export async function noteWaiting(id: string, note: Pick<Photo, 'refused' | 'tried'>): Promise<void> {
  const vault = await currentVault();
  for (const key of [PHOTO + id, REPORT + id, HAND_OVER + id]) {
    const kept = await vault.get<Waiting>(key);
    if (kept) await vault.put(key, { ...kept.about, ...note }, kept.bytes);
  }
  await changed();
}

/** The host has it, or the person does not want it any more. */
export async function dropWaiting(id: string): Promise<void> {
  await (await currentVault()).remove([PHOTO + id, REPORT + id, HAND_OVER + id]);
  await changed();
}
