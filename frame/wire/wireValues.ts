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

/** Parses JSON. Returns undefined for text that is none. */
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

type Readers = Record<string, (value: unknown) => unknown>;
type ReadValues<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> };

/** Reads each field of a reply's object with its reader. The provider's host may omit any field. */
function readFields<R extends Readers>(value: unknown, readers: R): ReadValues<R> {
  const wire = asObject(value);
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(wire[name])])) as ReadValues<R>;
}

/** Reads a record; its `id` is `_id` on the wire. */
const readRecord = <R extends Readers>(value: unknown, readers: R): { id: string } & ReadValues<R> => ({
  ...readFields(value, readers),
  id: asText(asObject(value)._id),
});

/** Reads a text; null if missing or empty. */
export const asTextOrNull = (value: unknown): string | null => asText(value) || null;
/** Reads a number; 0 if missing. */
export const asCount = (value: unknown): number => asNumber(value) ?? 0;
const asBoolean = (value: unknown): boolean => value === true;
const asBooleanOrNull = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
/** Reader of one of `values`; anything else becomes `fallback`. */
export const asOneOf =
  <const V extends string, F>(values: readonly V[], fallback: F) =>
  (value: unknown): V | F =>
    values.find((one) => one === value) ?? fallback;

/** Reader of a list of `values`; others are dropped. */
const asListOf =
  <const V extends string>(values: readonly V[]) =>
  (value: unknown): V[] =>
    asList<unknown>(value).flatMap((one) => values.find((known) => known === one) ?? []);

const forEachName = <K extends string, V>(names: readonly K[], value: V) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<K, V>;

/** A value on the wire: the schema of our replies, and the reader of either host's. */
export interface WireValue<S extends z.ZodType = z.ZodType, R = unknown> {
  schema: S;
  read: (value: unknown) => R;
}
type WireFields = Record<string, WireValue>;

/** Declares a value on the wire. */
export const wireValue = <S extends z.ZodType, R>(schema: S, read: (value: unknown) => R): WireValue<S, R> => ({
  schema,
  read,
});
const mapFields = (fields: WireFields, part: keyof WireValue) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));

/** '' if missing. */
export const wireText = wireValue(z.string(), asText);
/** A text that may be null. */
export const wireTextOrNull = wireValue(z.string().nullable(), asTextOrNull);
/** Null if missing. */
export const wireNumber = wireValue(z.number(), asNumber);
/** 0 if missing. */
export const wireCount = wireValue(z.number(), asCount);
/** False if missing. */
export const wireBoolean = wireValue(z.boolean(), asBoolean);
/** Null if missing. */
export const optionalNumber = wireValue(z.number().nullish(), asNumber);
/** Null if missing. */
export const optionalBoolean = wireValue(z.boolean().nullish(), asBooleanOrNull);
/** A text among `values`; anything else is read as `fallback`. */
export const wireChoice = <const V extends string, F>(values: readonly V[], fallback: F) =>
  wireValue(z.enum(values), asOneOf(values, fallback));
/** A list of `values`; others are not read. */
export const wireChoices = <const V extends string>(values: readonly V[]) =>
  wireValue(z.array(z.enum(values)), asListOf(values));
/** Texts by these names. */
export const wireTexts = <K extends string>(...names: K[]) => forEachName(names, wireText);
/** Texts that may be missing, which are read as ''. */
export const optionalTexts = <K extends string>(...names: K[]) =>
  forEachName(names, wireValue(z.string().nullish(), asText));
/** Texts that may be missing, which are read as null. */
export const optionalTextsOrNull = <K extends string>(...names: K[]) =>
  forEachName(names, wireValue(z.string().nullish(), asTextOrNull));
/** The same value, or null. */
export const nullable = <S extends z.ZodType, R>({ schema, read }: WireValue<S, R>) =>
  wireValue(schema.nullable(), read);
/** A list; anything else is read as an empty one. */
export const wireList = <S extends z.ZodType, R>({ schema, read }: WireValue<S, R>) =>
  wireValue(z.array(schema), (value) => asList<unknown>(value).map(read));
const wireFields = <F extends WireFields>(fields: F) => ({
  schemas: mapFields(fields, 'schema') as { [K in keyof F]: F[K]['schema'] },
  readers: mapFields(fields, 'read') as { [K in keyof F]: F[K]['read'] },
});
/** An object with these fields. */
export const wireObject = <F extends WireFields>(fields: F) => {
  const { schemas, readers } = wireFields(fields);
  return wireValue(z.object(schemas), (value) => readFields(value, readers));
};
/** A record with `_id`, which is read as `id`. */
export const wireRecord = <F extends WireFields>(fields: F) => {
  const { schemas, readers } = wireFields(fields);
  return wireValue(z.object({ _id: z.string(), ...schemas }), (value) => readRecord(value, readers));
};

/** Parses digits with an optional decimal point; undefined for other texts, such as 0x10, 1e2 and 1_000. */
export const parsePlainNumber = (text: string): number | undefined =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : undefined;

/** True if a number has at most so many decimals. */
export const hasDecimals = (value: number, most: number): boolean =>
  Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-6;
