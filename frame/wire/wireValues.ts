import { z } from 'zod';
import { normalizePhone } from './phoneNumber.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Boolean in a query. */
export const flag = z.enum(['True', 'False']);
/** Converts a boolean to a query's `True` or `False`. */
export const toFlag = (value: unknown): string | undefined =>
  value === true || value === 'true' ? 'True' : value === false || value === 'false' ? 'False' : undefined;
/** Reads a query's `True` or `False`. */
export const fromFlag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'True';

/** Confirmation; multipart forms send it as text. */
export const confirmation = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .optional();

/** YYYY-MM-DD. */
export const day = z.iso.date({ error: 'validation.date' });
/** Value of an <input type="datetime-local">: wall time without a zone. */
export const localDateTime = z.iso.datetime({ local: true, offset: true, error: 'validation.dateTime' });

/** Removes empty values: only non-empty filters are sent (spec 7). */
export function omitEmpty<V>(values: Record<string, V>): Record<string, Exclude<V, undefined | null | ''>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as Record<string, Exclude<V, undefined | null | ''>>;
}

/** Returns all named fields for a multipart request, empty ones as '' (spec 7). */
export function toFormFields(names: readonly string[], values: Record<string, unknown>): Record<string, unknown> {
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  return { ...empty, ...omitEmpty(values) };
}

/** Like `toFormFields`, for an update: includes the image only if a new one was chosen. */
export function toChangedFormFields(
  names: readonly string[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const { image } = values;
  const named = Object.fromEntries(names.map((name) => [name, values[name]]));
  return { ...toFormFields(names, named), ...(image instanceof File && { image }) };
}

/** Normalizes `contactNumber` (spec 5). */
export const normalizeContactNumber = (values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  ...(typeof values.contactNumber === 'string' && { contactNumber: normalizePhone(values.contactNumber) }),
});

/** Parses JSON; undefined if invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a wire value as text, '' if missing. The provider's host may omit any field. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
/** Reads a number; empty or invalid values become null. */
export const asNumber = (value: unknown): number | null => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
/** Reads a list; anything else becomes an empty list. */
export const asList = <T = Record<string, unknown>>(value: unknown): T[] =>
  Array.isArray(value) ? (value as T[]) : [];
/** Reads an object; anything else becomes an empty object. */
export const asObject = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
/** Reads these fields as text. */
export const readTexts = <const N extends string>(wire: Record<string, unknown>, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, asText(wire[name])])) as Record<N, string>;
