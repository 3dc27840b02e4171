import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
const GIGABYTE = 2 ** 30;

function hasFreeMemory(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > 4 * GIGABYTE && freemem() > 8 * GIGABYTE;
  } catch {
    return false;
  }
}

/** Creates a temporary folder, in memory if there is room, because commits wait for disks. */
export function createTempFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasFreeMemory() ? MEMORY_FOLDER : tmpdir(), prefix));
  // Servers of other users keep data in it.
  chmodSync(folder, 0o711);
  return folder;
}
