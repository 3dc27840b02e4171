import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../base/refusal.ts';
import { fairQueue } from '../db/sqlite/fairQueue.ts';

/** Pixels that a picture may unpack to: a phone's 48 megapixels, 200 MB in memory. Beyond them are bombs. */
const MOST_PIXELS = 50_000_000;
export const MOST_MEGAPIXELS = MOST_PIXELS / 1_000_000;
/** Pictures that may wait for their turn; about half a minute's work. */
const MOST_WAITING = 60;
/** Seconds that one may take. */
const PATIENCE = 30;

sharp.cache(false);
// One thread each: reading files and hashing passwords need theirs from the same few.
sharp.concurrency(1);
/** The most of them that one account may have waiting. */
const MOST_OF_ONE = 20;
/** Pictures are unpacked one at a time, and accounts take turns. */
const inTurn = fairQueue({ most: 1, each: 1 });
const waiting: (string | undefined)[] = [];

/** A picture that would unpack to more than is taken. */
export class TooManyPixels extends Error {}

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
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS) throw new TooManyPixels();
  const own = waiting.filter((one) => one !== undefined && one === accountId).length;
  if (waiting.length > MOST_WAITING || own > MOST_OF_ONE) throw new Refusal(503, 'server.busy', { retryAfter: 10 });
  waiting.push(accountId);
  try {
    return await inTurn(accountId, async () => {
      const { size } = await work(sharp(source, options)).timeout({ seconds: PATIENCE }).toFile(target);
      return size;
    });
  } finally {
    waiting.splice(waiting.indexOf(accountId), 1);
  }
}
