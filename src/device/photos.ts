import { currentVault } from './vault.ts';
import { countWaiting } from './waiting.ts';

const PHOTO = 'photo/';

/** A tracking photo on its way to the host. */
export interface Photo {
  id: string;
  /** The appointment it belongs to, and how people know that one. */
  appointment: string;
  patientName: string;
  appointmentDateTime: string;
  /** Milliseconds since 1970. */
  takenAt: number;
  /** `refused` for good, in the host's words; otherwise it waits. */
  refused?: string;
  /** It was sent before, and no answer said what became of it. */
  tried?: boolean;
}

/** What the screens know of the photos: kept until the next change, so that it can be compared. */
export interface Photos {
  list: readonly Photo[];
  /** The photo on its way at this moment. */
  sending: string | null;
}

let known: Photos = { list: [], sending: null };
const listeners = new Set<() => void>();
/** Tells the other tabs. */
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(`portal-visits ${PHOTO}`) : undefined;
channel?.addEventListener('message', () => void loadPhotos().catch(() => undefined));

export const currentPhotos = (): Photos => known;

export function onPhotos(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function know(change: Partial<Photos>): void {
  known = { ...known, ...change };
  countWaiting(known.list.filter(({ refused }) => refused === undefined).length);
  for (const listener of listeners) listener();
}

export const markSending = (sending: string | null): void => know({ sending });

/** Reads the photos that wait here, the oldest first. */
export async function loadPhotos(): Promise<readonly Photo[]> {
  const vault = await currentVault();
  const kept = await Promise.all((await vault.keys(PHOTO)).map((key) => vault.get<Photo>(key)));
  const list = kept.flatMap((one) => one?.about ?? []).toSorted((a, b) => a.takenAt - b.takenAt);
  know({ list });
  return list;
}

async function changed(): Promise<void> {
  await loadPhotos();
  channel?.postMessage('changed');
}

/** Keeps a photo until the host has it, in place of one that the same appointment has here already. */
export async function addPhoto(
  photo: Pick<Photo, 'appointment' | 'patientName' | 'appointmentDateTime'>,
  picture: Blob,
): Promise<void> {
  const vault = await currentVault();
  const before = (await loadPhotos()).filter(({ appointment }) => appointment === photo.appointment);
  const id = crypto.randomUUID();
  // The host may have the one before: then this one comes too late, and counts as sent.
  const tried = before.some((one) => one.tried);
  const about: Photo = { ...photo, id, takenAt: Date.now(), tried };
  await vault.put(PHOTO + id, about, new Uint8Array(await picture.arrayBuffer()));
  await vault.remove(before.map((one) => PHOTO + one.id));
  await changed();
}

/** The photo and its picture, unless it was sent or discarded in the meantime. */
export async function readPhoto(id: string): Promise<{ photo: Photo; picture: File } | null> {
  const kept = await (await currentVault()).get<Photo>(PHOTO + id);
  if (!kept) return null;
  return { photo: kept.about, picture: new File([kept.bytes], 'tracking.jpg', { type: 'image/jpeg' }) };
}

/** Notes on the disk what became of a photo. */
export async function notePhoto(id: string, note: Pick<Photo, 'refused' | 'tried'>): Promise<void> {
  const vault = await currentVault();
  const kept = await vault.get<Photo>(PHOTO + id);
  if (!kept) return;
  await vault.put(PHOTO + id, { ...kept.about, ...note }, kept.bytes);
  await changed();
}

/** The host has it, or the person does not want it any more. */
export async function dropPhoto(id: string): Promise<void> {
  await (await currentVault()).remove([PHOTO + id]);
  await changed();
}
