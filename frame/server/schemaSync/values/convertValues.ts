import type { z } from 'zod';
import { type Field, NUMBER_STORAGES, type Storage } from '../../../fields/kind.ts';
import { hasDecimals } from '../../../wire/wireValues.ts';
import { getToday } from '../../base/time.ts';
import { parseMoment } from '../../records/schema/storageCodecs.ts';
import type { FieldShape } from '../resourceShape.ts';

type RecordValues = Readonly<Record<string, unknown>>;

/** Undefined if the value does not fit. */
export type ConvertedValue = { value: unknown; givenUp?: true } | undefined;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, yes: true, no: false, 1: true, 0: false };
const SCALAR_STORAGES: readonly Storage[] = ['text', 'integer', 'real', 'cents', 'mills', 'flag', 'moment'];
const FILE_STORAGES: readonly Storage[] = ['file', 'files'];

/** Returns the day in `zone` that starts at this moment; undefined for any other hour. */
function toDay(moment: string, zone: string): string | undefined {
  const at = Date.parse(moment);
  const day = Number.isNaN(at) ? undefined : getToday(zone, at);
  return day && parseMoment(`${day}T00:00`, zone) === at ? day : undefined;
}

function toText(storage: Storage, kind: string, value: unknown, zone: string): string | undefined {
  if (storage === 'moment') return kind === 'date' ? toDay(String(value), zone) : String(value);
  return SCALAR_STORAGES.includes(storage) ? String(value) : undefined;
}
function parseText(storage: Storage, text: string, zone: string): unknown {
  if (storage === 'text') return text;
  if (storage === 'flag') return FLAGS[text.toLowerCase()];
  if (storage === 'moment') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text;
    const at = day.includes('T') ? parseMoment(day, zone) : undefined;
    return at === undefined ? undefined : new Date(at).toISOString();
  }
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  // Large numbers would lose digits.
  if (!Number.isSafeInteger(Math.trunc(number))) return undefined;
  if (storage === 'integer') return Number.isInteger(number) ? number : undefined;
  if (storage === 'cents') return hasDecimals(number, 2) ? number : undefined;
  if (storage === 'mills') return hasDecimals(number, 3) ? number : undefined;
  return storage === 'real' ? number : undefined;
}

/** Converts a value to another storage without loss; undefined if that is impossible. */
export function convertStorage(
  from: Storage,
  { storage, kind }: Pick<FieldShape, 'storage' | 'kind'>,
  value: unknown,
  zone: string,
) {
  if (from === storage) return value;
  if (storage === 'links') return typeof value === 'string' && from === 'text' ? [value] : undefined;
  const one = from === 'links' && Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (from === 'links') return typeof one === 'string' && storage === 'text' ? one : undefined;
  if (!SCALAR_STORAGES.includes(from) || !SCALAR_STORAGES.includes(storage)) return undefined;
  if (from === 'flag' && storage !== 'text') return undefined;
  if (storage === 'flag' && NUMBER_STORAGES.includes(from))
    return [0, 1].includes(Number(one)) ? Number(one) === 1 : undefined;
  if ((from === 'moment') !== (storage === 'moment') && from !== 'text' && storage !== 'text') return undefined;
  const text = toText(from, kind, one, zone);
  return text === undefined ? undefined : parseText(storage, text, zone);
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Creates a function that converts a field's stored values to its current kind, storage and options. It returns
 * undefined for a value that does not fit. `givenUp` marks a value that `convert` turned into null.
 */
export function createConverter(
  before: Pick<FieldShape, 'kind' | 'storage'>,
  after: Pick<FieldShape, 'kind' | 'storage'>,
  field: Field,
  zone: string,
): (value: unknown, record: RecordValues) => ConvertedValue {
  const schema: z.ZodType = field.kind.schema(field);
  const sameKind = before.kind === after.kind && before.storage === after.storage;
  const { convert } = field;
  const convertByConfig = (value: unknown, record: RecordValues): unknown => {
    if (typeof convert === 'function') return convert(value, record) ?? null;
    return convert && Object.hasOwn(convert, String(value)) ? convert[String(value)] : value;
  };
  const validate = (value: unknown): ConvertedValue => {
    if (FILE_STORAGES.includes(after.storage)) return before.storage === after.storage ? { value } : undefined;
    const parsed = schema.safeParse(value);
    if (!parsed.success) return undefined;
    return { value: sameKind || isEqual(parsed.data, value) ? value : parsed.data };
  };
  const convertPlainly = (value: unknown): ConvertedValue => {
    const converted = convertStorage(before.storage, after, value, zone);
    return converted === undefined ? undefined : validate(converted);
  };
  return (value, record) => {
    const plain = sameKind || !convert ? convertPlainly(value) : undefined;
    if (plain || !convert) return plain;
    const converted = convertByConfig(value, record);
    if (converted === null) return { value: null, givenUp: true };
    const valid = validate(converted);
    if (valid || typeof convert === 'function') return valid;
    return validate(convertStorage(before.storage, after, converted, zone) ?? null);
  };
}
