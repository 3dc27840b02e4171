import { z } from 'zod';
import { normalizePhone, parsePhone } from './phoneNumber.ts';

/**
 * The validation rules of spec 5, shared by the forms and the server. A message is an i18n key;
 * the portal and the server turn it into the same text.
 */
/** The message of a field that must be there: the i18n key, and behind the bar what it is about. */
export const requiredMessage = (field: string) => `validation.required|${field}`;

/** Each character has one place where it can stand, so that looking takes no longer than the text is. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[1-9]\d{1,14}$/;
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const email = z
  .string()
  .trim()
  .max(320, { error: 'validation.email' })
  .regex(EMAIL, { error: 'validation.email' });
/** Spec 5: optional plus, a non-zero digit, then 1 to 14 digits; blanks and the like between them are taken away. */
export const phone = z
  .string()
  .trim()
  .max(64, { error: 'validation.phone' })
  .transform(normalizePhone)
  .pipe(z.string().max(16, { error: 'validation.phone' }).regex(PHONE, { error: 'validation.phone' }));
/** A number as people write it, extension and all, or none; plain where it can be. */
export const anyPhone = z
  .string()
  .trim()
  .max(64, { error: 'validation.tooLong' })
  .refine((value) => value === '' || parsePhone(value) !== null, { error: 'validation.phone' })
  .transform((value) => (PHONE.test(normalizePhone(value)) ? normalizePhone(value) : value));
/** At least 5 characters. */
export const address = z
  .string()
  .trim()
  .min(5, { error: 'validation.address' })
  .max(500, { error: 'validation.tooLong' });
/** At least 8 characters; longer than any honest password is refused before it is hashed. */
export const password = z.string().min(8, { error: 'validation.password' }).max(1024, { error: 'validation.tooLong' });
export const text = (most = 2000) => z.string().trim().max(most, { error: 'validation.tooLong' });
/** A text that must be filled in. */
export const required = (field: string, most = 200) => text(most).min(1, { error: requiredMessage(field) });
/** The password of a new account. */
export const newPassword = z
  .string({ error: requiredMessage('password') })
  .min(1, { error: requiredMessage('password') })
  .max(1024, { error: 'validation.tooLong' })
  .pipe(password);
/** The last day that has begun somewhere on earth. */
const lastDay = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
/**
 * A calendar day that is not to come. `today` is the day of whoever judges; unknown, any that has begun on earth will do.
 * `message` is one for all that is wrong with it.
 */
export const pastDay = (today?: string, message?: string) =>
  z.iso
    .date({ error: message ?? 'validation.date' })
    .refine((value) => value <= (today ?? lastDay()), { error: message ?? 'validation.past' });
