import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../base/refusal.ts';

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
/** One is unpacked at a time, whoever sent it. */
const inTurn = pLimit(1);

/** A picture that would unpack to more than is taken. */
export class TooManyPixels extends Error {}

/**
 * Writes a picture anew as `work` says, and gives its size in bytes. Throws TooManyPixels by what its head says, before
 * anything is unpacked; a Refusal (503) where too many wait already; any other error for what is no sound picture.
 */
export async function rewritePicture(source: string, target: string, work: (picture: Sharp) => Sharp): Promise<number> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS) throw new TooManyPixels();
  if (inTurn.pendingCount >= MOST_WAITING) throw new Refusal(503, 'server.busy', { retryAfter: 10 });
  const { size } = await inTurn(() => work(sharp(source, options)).timeout({ seconds: PATIENCE }).toFile(target));
  return size;
}
