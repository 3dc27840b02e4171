import sharp, { type Sharp } from 'sharp';
import { HttpError } from '../base/httpError.ts';
import { createFairQueue } from '../db/sqlite/fairQueue.ts';

/** Pixels that a picture may unpack to: a phone's 48 megapixels, 200 MB in memory. Beyond them are bombs. */
const MAX_PIXELS = 50_000_000;
export const MAX_MEGAPIXELS = MAX_PIXELS / 1_000_000;
/** Pictures that may wait for their turn; about half a minute's work. */
const MAX_WAITING = 60;
/** Seconds that one may take. */
const TIMEOUT_SECONDS = 30;

sharp.cache(false);
// One thread each: reading files and hashing passwords need theirs from the same few.
sharp.concurrency(1);
/** The most of them that one account may have waiting. */
const MAX_WAITING_PER_ACCOUNT = 20;
/** Pictures are unpacked one at a time, and accounts take turns. */
const runInQueue = createFairQueue({ maxTotal: 1, maxPerPerson: 1 });
const waitingAccounts: (string | undefined)[] = [];

/** A picture that would unpack to more than is taken. */
export class TooManyPixelsError extends Error {}

/**
 * Writes a picture anew as `work` says, and gives its size in bytes. Throws TooManyPixels by what its head says, before
 * anything is unpacked; a Refusal (503) where too many wait already, of all or of this account; any other error for what is no sound picture.
 */
export async function rewritePicture(
  source: string,
  target: string,
  work: (picture: Sharp) => Sharp,
  accountId?: string,
): Promise<number> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) throw new TooManyPixelsError();
  const own = waitingAccounts.filter((one) => one !== undefined && one === accountId).length;
  if (waitingAccounts.length > MAX_WAITING || own > MAX_WAITING_PER_ACCOUNT)
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
