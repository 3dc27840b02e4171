import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../base/dataDir.ts';

/** Wait for a server that is just ending. */
const WAIT_MS = 2000;

/** Keeps references: garbage collection would close the file and release its lock. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks a data directory for this server until the process ends, by a SQLite lock on `portal.lock`. Scripts that read
 * or write rows next to a server do not need it. Returns the function that releases the lock; undefined if another
 * process holds it.
 */
export function acquireServerLock(dataDir: string): (() => void) | undefined {
  const path = join(dataDir, 'portal.lock');
  createPrivateFile(path);
  const file = new DatabaseSync(path);
  try {
    file.exec(`pragma busy_timeout = ${WAIT_MS}; begin exclusive`);
    heldLocks.add(file);
    return () => {
      heldLocks.delete(file);
      file.close();
    };
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}
