import { createRandom } from '../../server/demo/seededRandom.ts';

let next = createRandom(0);

/** Restarts the random numbers of the whole process. */
export const seedRandom = (seed: number): void => {
  next = createRandom(seed);
};
export const nextInt = (end: number): number => Math.floor(next() * end);

export function fillRandom<T extends ArrayBufferView>(target: T): T {
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = nextInt(256);
  return target;
}

export function nextUuid(): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Buffer.from(fillRandom(new Uint8Array(16))).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
