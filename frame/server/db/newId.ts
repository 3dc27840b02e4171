import { randomFillSync } from 'node:crypto';

/** Random bytes of one id. */
const RANDOM_BYTES = 6;
/** Those of the next ids: asked for one by one they take ten times as long. */
const randomPool = Buffer.alloc(RANDOM_BYTES * 256);
let usedBytes = randomPool.length;

function randomHex(): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  usedBytes += RANDOM_BYTES;
  return randomPool.toString('hex', usedBytes - RANDOM_BYTES, usedBytes);
}

/** A new record id: 24 hex characters, 6 bytes of time (ms) and 6 random ones, so that newer ids sort later. */
export function newId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomHex();
}
