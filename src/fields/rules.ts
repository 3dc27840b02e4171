import { z } from 'zod';

/**
 * The validation rules of spec 5, shared by the forms and the server. A message is an i18n key;
 * the portal and the server turn it into the same text.
 */
/** The message of a field that must be there: the i18n key, and behind the bar what it is about. */
export const missing = (field: string) => `validation.required|${field}`;

/** Each character has one place where it can stand, so that looking takes no longer than the text is. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[1-9]\d{1,14}$/;
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const email = z
  .string()
  .trim()
  .max(320, { error: 'validation.email' })
  .regex(EMAIL, { error: 'validation.email' });
/** Optional plus, a non-zero digit, then 1 to 14 digits. */
export const phone = z
  .string()
  .trim()
  .max(16, { error: 'validation.phone' })
  .regex(PHONE, { error: 'validation.phone' });
/** At least 5 characters. */
export const address = z
  .string()
  .trim()
  .min(5, { error: 'validation.address' })
  .max(500, { error: 'validation.tooLong' });
/** At least 8 characters; longer than any honest password is refused before it is hashed. */
export const password = z.string().min(8, { error: 'validation.password' }).max(1024, { error: 'validation.tooLong' });
export const text = (most = 2000) => z.string().trim().max(most, { error: 'validation.tooLong' });
/** A calendar day that has begun somewhere on earth: the server's and the person's "today" may differ. */
export const pastDay = z.iso
  .date({ error: 'validation.hireDate' })
  .refine((value) => value <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10), {
    error: 'validation.hireDate',
  });
