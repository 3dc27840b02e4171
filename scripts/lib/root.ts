import { join } from 'node:path';

/** The checkout's own folder. */
export const root = join(import.meta.dirname, '..', '..');

/** A path below it. */
export const fromRoot = (...parts: string[]): string => join(root, ...parts);
