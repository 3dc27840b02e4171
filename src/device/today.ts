import { fileUrl, isSameOrigin } from '../../frame/dataProvider/host.ts';
import { withLock } from '../../frame/device/lock.ts';
import { currentVault, type Vault } from '../../frame/device/vault.ts';
import { businessTimeZone, hasFeature } from '../../frame/session/session.ts';
import type { Appointment } from '../wire/appointmentRecord.ts';

/** Bytes of the largest document that is kept, and of all that are fetched at a time. */
const MOST_FILE = 15_000_000;
const MOST_FILES = 80_000_000;
const DAY = 'day';
const FILE = 'file/';

/** A day's visits as the host gave them. */
export interface KeptDay {
  /** The business's day, YYYY-MM-DD. */
  day: string;
  /** When the host gave it, in milliseconds since 1970. */
  asOf: number;
  visits: Appointment[];
}

/** The day that a moment belongs to in the business time zone; in the device's own where the host names none. */
export const dayOf = (moment: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: businessTimeZone(), dateStyle: 'short' }).format(moment);

/** An address without its signature, which changes from hour to hour. */
const lasting = (path: string) => path.split('?')[0] ?? path;
const keyOf = async (vault: Vault, path: string) => FILE + (await vault.nameOf(lasting(path)));
const filesOf = ({ image, documents }: Appointment): string[] => [...documents, ...(image ? [image] : [])];

async function keptToday(vault: Vault, now = Date.now()): Promise<KeptDay | null> {
  const kept = await vault.get<KeptDay>(DAY);
  if (!kept) return null;
  if (kept.about.day === dayOf(now)) return kept.about;
  await vault.remove([DAY, ...(await vault.keys(FILE))]);
  return null;
}

/** One change of the day at a time, in all tabs together. */
const alone = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
  const vault = await currentVault();
  return withLock('day', () => work(vault));
};

/** The visits of today that this session keeps here; what is of another day goes. */
export const readDay = (): Promise<KeptDay | null> => alone((vault) => keptToday(vault));

/** Keeps today's visits in place of those from before; their files follow with `keepFiles`. */
export const keepDay = (visits: Appointment[], asOf: number): Promise<void> =>
  alone((vault) => vault.put(DAY, { day: dayOf(asOf), asOf, visits } satisfies KeptDay));

/** Notes on the kept day what the host has of one visit now. */
export const keepVisit = (id: string, change: Partial<Appointment>): Promise<void> =>
  alone(async (vault) => {
    const kept = await keptToday(vault);
    if (!kept) return;
    const visits = kept.visits.map((one) => (one.id === id ? { ...one, ...change } : one));
    await vault.put(DAY, { ...kept, visits } satisfies KeptDay);
  });

async function fetchFile(path: string): Promise<Blob | null> {
  try {
    // Not through the browser's cache, which keeps things as they are.
    const reply = await fetch(fileUrl(path), { cache: 'no-store' });
    const file = reply.ok ? await reply.blob() : null;
    return file && file.size <= MOST_FILE ? file : null;
  } catch {
    // No network, or a host that gives its files to no script: the document is there online alone.
    return null;
  }
}

/** Fetches the documents and photos of these visits, each once, and drops the files of others. */
export async function keepFiles(visits: readonly Appointment[]): Promise<void> {
  // From another origin a browser would log each refusal.
  if (!isSameOrigin() && !hasFeature('files')) return;
  const vault = await currentVault();
  if (!vault.lasting) return;
  const paths = visits.flatMap(filesOf);
  const keys = await Promise.all(paths.map((path) => keyOf(vault, path)));
  const kept = new Set(await vault.keys(FILE));
  await vault.remove([...kept].filter((key) => !keys.includes(key)));
  let room = MOST_FILES;
  for (const [index, path] of paths.entries()) {
    const key = keys[index] as string;
    const file = kept.has(key) ? null : await fetchFile(path);
    if (!file || file.size > room) continue;
    room -= file.size;
    await vault.put(key, { type: file.type }, new Uint8Array(await file.arrayBuffer()));
  }
}

/** A file that is kept here, or null. */
export async function readFile(path: string): Promise<Blob | null> {
  const vault = await currentVault();
  const kept = await vault.get<{ type: string }>(await keyOf(vault, path));
  return kept ? new Blob([kept.bytes], { type: kept.about.type }) : null;
}
