import { getBusinessTimeZone, hasFeature, isSameOrigin, toFileUrl } from 'portal-frame/browser';
import { getVault, type Vault, withTabLock } from 'portal-frame/device';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';

/** Bytes per file, and per run. */
const MAX_FILE_BYTES = 15_000_000;
const MAX_TOTAL_BYTES = 80_000_000;
const DAY_KEY = 'day';
const FILE_PREFIX = 'file/';

export interface StoredDay {
  /** Business day, YYYY-MM-DD. */
  day: string;
  /** Milliseconds since 1970. */
  asOf: number;
  visits: Appointment[];
}

/** A format for the zone that the host names. Making one takes longer than most reads of the day. */
let dayFormat: { timeZone: string | undefined; format: Intl.DateTimeFormat } | undefined;

/** Returns the business day of a moment (device time zone if the host names none). */
export function getBusinessDay(moment: number): string {
  const timeZone = getBusinessTimeZone();
  if (!timeZone || !dayFormat || dayFormat.timeZone !== timeZone)
    dayFormat = { timeZone, format: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }) };
  return dayFormat.format.format(moment);
}

/** Signatures change every hour. */
const removeSignature = (path: string) => path.split('?')[0] ?? path;
const getFileKey = async (vault: Vault, path: string) => FILE_PREFIX + (await vault.hashName(removeSignature(path)));
const getFilePaths = ({ image, documents }: Appointment): string[] => [...documents, ...(image ? [image] : [])];

async function readToday(vault: Vault, now = Date.now()): Promise<StoredDay | null> {
  const kept = await vault.get<StoredDay>(DAY_KEY);
  if (!kept) return null;
  if (kept.data.day === getBusinessDay(now)) return kept.data;
  await vault.remove([DAY_KEY, ...(await vault.keys(FILE_PREFIX))]);
  return null;
}

const withDayLock = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
  const vault = await getVault();
  return withTabLock('day', () => work(vault));
};

/** Returns today's stored visits. Removes those of another day. */
export const readStoredDay = (): Promise<StoredDay | null> => withDayLock((vault) => readToday(vault));

/** Stores today's visits. `storeFiles` stores their files. */
export const storeDay = (visits: Appointment[], asOf: number): Promise<void> =>
  withDayLock((vault) => vault.put(DAY_KEY, { day: getBusinessDay(asOf), asOf, visits } satisfies StoredDay));

export const updateStoredVisit = (id: string, change: Partial<Appointment>): Promise<void> =>
  withDayLock(async (vault) => {
    const kept = await readToday(vault);
    if (!kept) return;
    const visits = kept.visits.map((visit) => (visit.id === id ? { ...visit, ...change } : visit));
    await vault.put(DAY_KEY, { ...kept, visits } satisfies StoredDay);
  });

async function fetchFile(path: string): Promise<Blob | null> {
  try {
    // The HTTP cache would keep an unencrypted copy.
    const reply = await fetch(toFileUrl(path), { cache: 'no-store' });
    const file = reply.ok ? await reply.blob() : null;
    return file && file.size <= MAX_FILE_BYTES ? file : null;
  } catch {
    // Offline, or the host forbids scripts. The document stays online only.
    return null;
  }
}

/** Stores the visits' documents and photos, and removes other files. */
export async function storeFiles(visits: readonly Appointment[]): Promise<void> {
  // Browsers log each refused cross-origin request.
  if (!isSameOrigin() && !hasFeature('files')) return;
  const vault = await getVault();
  if (!vault.isPersistent) return;
  const paths = visits.flatMap(getFilePaths);
  const keys = await Promise.all(paths.map((path) => getFileKey(vault, path)));
  const kept = new Set(await vault.keys(FILE_PREFIX));
  await vault.remove([...kept].filter((key) => !keys.includes(key)));
  let room = MAX_TOTAL_BYTES;
  for (const [index, path] of paths.entries()) {
    const key = keys[index] as string;
    const file = kept.has(key) ? null : await fetchFile(path);
    if (!file || file.size > room) continue;
    room -= file.size;
    await vault.put(key, { type: file.type }, new Uint8Array(await file.arrayBuffer()));
  }
}

export async function readStoredFile(path: string): Promise<Blob | null> {
  const vault = await getVault();
  const kept = await vault.get<{ type: string }>(await getFileKey(vault, path));
  return kept ? new Blob([kept.bytes], { type: kept.data.type }) : null;
}
