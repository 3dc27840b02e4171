import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../base/dataDir.ts';

/** Milliseconds to wait for a server that is just ending. */
const WAIT_MS = 2000;

/** What is held must stay within reach: a file that is collected as garbage would be closed, and its lock be gone. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Takes a data directory's SQLite database for this server alone, until the process ends, however it does: the lock is
 * the system's own on `portal.lock`, which SQLite takes for us. Scripts that only read or write rows beside a server do
 * not ask for it. Gives what lets go of it; undefined where another process has it.
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
