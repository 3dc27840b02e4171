import { z } from 'zod';
import { normalizePhone, parsePhone } from './phoneNumber.ts';

/** Validation rules of spec 5, shared by forms and server. Messages are i18n keys. */
/** Message for a missing field: i18n key and field name. */
export const requiredMessage = (field: string) => `validation.required|${field}`;

/** Each character matches in one way only, which keeps the run time linear. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[1-9]\d{1,14}$/;
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const email = z
  .string()
  .trim()
  .max(320, { error: 'validation.email' })
  .regex(EMAIL, { error: 'validation.email' })
  // Control and invisible characters.
  .refine((value) => !/\p{C}/u.test(value), { error: 'validation.email' });
/** Spec 5: optional plus, a non-zero digit, then 1 to 14 digits, after normalization. */
export const phone = z
  .string()
  .trim()
  .max(64, { error: 'validation.phone' })
  .transform(normalizePhone)
  .pipe(z.string().max(16, { error: 'validation.phone' }).regex(PHONE, { error: 'validation.phone' }));
/** Any phone number, with or without extension, or empty. Normalized if possible. */
export const anyPhone = z
  .string()
  .trim()
  .max(64, { error: 'validation.tooLong' })
  .refine((value) => value === '' || parsePhone(value) !== null, { error: 'validation.phone' })
  .transform((value) => (PHONE.test(normalizePhone(value)) ? normalizePhone(value) : value))
  // So that the types of clients know that it stays a text.
  .pipe(z.string());
export const address = z
  .string()
  .trim()
  .min(5, { error: 'validation.address' })
  .max(500, { error: 'validation.tooLong' });
/** At least 8 characters. The maximum limits the cost of hashing. */
export const password = z.string().min(8, { error: 'validation.password' }).max(1024, { error: 'validation.tooLong' });
/** Rule for a text with a maximum length. */
export const text = (most = 2000) => z.string().trim().max(most, { error: 'validation.tooLong' });
/** Rule for a text that must not be empty. */
export const required = (field: string, most = 200) => text(most).min(1, { error: requiredMessage(field) });
/** Password of a new account. */
export const newPassword = z
  .string({ error: requiredMessage('password') })
  .min(1, { error: requiredMessage('password') })
  .max(1024, { error: 'validation.tooLong' })
  .pipe(password);
/** Latest calendar day anywhere on earth. */
const lastDay = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
/** Day that is not in the future. `today` is the caller's day; without it any day that has begun somewhere counts. */
export const pastDay = (today?: string, message?: string) =>
  z.iso
    .date({ error: message ?? 'validation.date' })
    .refine((value) => value <= (today ?? lastDay()), { error: message ?? 'validation.past' });
