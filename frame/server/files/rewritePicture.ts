import type { Sharp } from 'sharp';
import { HttpError } from '../base/httpError.ts';
import { createFairQueue } from '../db/sqlite/fairQueue.ts';
import { MAX_PIXELS } from './pictureLimits.ts';

/** About half a minute's work. */
const MAX_WAITING = 60;
const TIMEOUT_SECONDS = 30;

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // One thread each: file reads and password hashes need threads of the same pool.
  sharp.concurrency(1);
  return sharp;
}

const MAX_WAITING_PER_ACCOUNT = 20;
/** Decodes one picture at a time; accounts take turns. */
const runInQueue = createFairQueue({ maxTotal: 1, maxPerPerson: 1 });
const waitingAccounts: (string | undefined)[] = [];

export class TooManyPixelsError extends Error {}

/** Rewrites a picture; returns its bytes. Throws TooManyPixelsError, or HttpError (503) if too many wait. */
export async function rewritePicture(
  source: string,
  target: string,
  work: (picture: Sharp) => Sharp,
  accountId?: string,
): Promise<number> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) throw new TooManyPixelsError();
  const waitingForAccount = accountId === undefined ? 0 : waitingAccounts.filter((id) => id === accountId).length;
  if (waitingAccounts.length > MAX_WAITING || waitingForAccount > MAX_WAITING_PER_ACCOUNT)
    throw new HttpError(503, 'server.busy', { retryAfter: 10 });
  waitingAccounts.push(accountId);
  try {
    return await runInQueue(accountId, async () => {
      const { size } = await work(sharp(source, options)).timeout({ seconds: TIMEOUT_SECONDS }).toFile(target);
      return size;
    });
  } finally {
    waitingAccounts.splice(waitingAccounts.indexOf(accountId), 1);
  }
}
