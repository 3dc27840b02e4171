import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Resolves a path below the checkout. */
export const fromRoot = (...parts: string[]): string => join(root, ...parts);
