import { randomBytes } from 'node:crypto';

/** A new record id: 24 hex characters, 6 bytes of time (ms) and 6 random ones, so that newer ids sort later. */
export function newId(now = Date.now()): string {
  return now.toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
}
