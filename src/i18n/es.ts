import type { en, Messages } from './en.ts';

/** Every Spanish text of the portal. */
export const es: Partial<Messages<typeof en>> = {};
