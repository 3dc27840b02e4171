import { z } from 'zod';
import { asList, asNumber, asObject, asText } from './wireValues.ts';

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
interface WireValue<S extends z.ZodType = z.ZodType, R = unknown> {
  schema: S;
  read: (value: unknown) => R;
}
type WireFields = Record<string, WireValue>;

export const wireValue = <S extends z.ZodType, R>(schema: S, read: (value: unknown) => R): WireValue<S, R> => ({
  schema,
  read,
});
const mapFields = (fields: WireFields, part: keyof WireValue) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));

/** '' if missing. */
export const wireText = wireValue(z.string(), asText);
export const wireTextOrNull = wireValue(z.string().nullable(), asTextOrNull);
/** Null if missing. */
export const wireNumber = wireValue(z.number(), asNumber);
/** 0 if missing. */
export const wireCount = wireValue(z.number(), asCount);
export const wireBoolean = wireValue(z.boolean(), asBoolean);
export const optionalNumber = wireValue(z.number().nullish(), asNumber);
export const optionalBoolean = wireValue(z.boolean().nullish(), asBooleanOrNull);
export const wireChoice = <const V extends string, F>(values: readonly V[], fallback: F) =>
  wireValue(z.enum(values), asOneOf(values, fallback));
export const wireChoices = <const V extends string>(values: readonly V[]) =>
  wireValue(z.array(z.enum(values)), asListOf(values));
export const wireTexts = <K extends string>(...names: K[]) => forEachName(names, wireText);
export const optionalTexts = <K extends string>(...names: K[]) =>
  forEachName(names, wireValue(z.string().nullish(), asText));
export const optionalTextsOrNull = <K extends string>(...names: K[]) =>
  forEachName(names, wireValue(z.string().nullish(), asTextOrNull));
export const nullable = <S extends z.ZodType, R>({ schema, read }: WireValue<S, R>) =>
  wireValue(schema.nullable(), read);
export const wireList = <S extends z.ZodType, R>({ schema, read }: WireValue<S, R>) =>
  wireValue(z.array(schema), (value) => asList<unknown>(value).map(read));
const wireFields = <F extends WireFields>(fields: F) => ({
  schemas: mapFields(fields, 'schema') as { [K in keyof F]: F[K]['schema'] },
  readers: mapFields(fields, 'read') as { [K in keyof F]: F[K]['read'] },
});
export const wireObject = <F extends WireFields>(fields: F) => {
  const { schemas, readers } = wireFields(fields);
  return wireValue(z.object(schemas), (value) => readFields(value, readers));
};
/** A record with `_id`, which is read as `id`. */
export const wireRecord = <F extends WireFields>(fields: F) => {
  const { schemas, readers } = wireFields(fields);
  return wireValue(z.object({ _id: z.string(), ...schemas }), (value) => readRecord(value, readers));
};
