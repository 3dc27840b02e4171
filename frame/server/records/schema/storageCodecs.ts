import type { Storage } from '../../../fields/kind.ts';
import { fromWireTimings, type Timing, toWireTimings } from '../../../wire/wireTimings.ts';
import { hasDecimals, parsePlainNumber } from '../../../wire/wireValues.ts';
import { hasOffset, isWallTime, parseLocalTime, toIsoString } from '../../base/time.ts';

/** Converts values of one storage between records, database and filters. */
export interface StorageCodec {
  columnType: 'text' | 'bigint' | 'double precision';
  /** Converts a validated value to its stored form. */
  encode(value: unknown, zone: string): unknown;
  /** Converts a stored value to the record's. */
  decode(stored: unknown): unknown;
  /** Converts a filter value to its stored form; returns undefined if no stored value can match. */
  encodeFilter(value: unknown, zone: string): string | number | undefined;
}

const identity = (value: unknown) => value;
const toFiniteNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? parsePlainNumber(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
const toSafeInteger = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
const encodeTextFilter = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) && !String(value).includes('\0') ? String(value) : undefined;

/** Parses a date and time to milliseconds; returns undefined for other texts. */
export function parseMoment(value: unknown, zone: string): number | undefined {
  try {
    return typeof value === 'string' ? toSafeInteger(parseLocalTime(value, zone)) : undefined;
  } catch {
    return undefined;
  }
}

const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the message (i18n key) for a time that daylight saving skips, or whose year in UTC has not four digits. */
export function findTimeError(text: string, zone: string): string | undefined {
  const at = parseMoment(text, zone);
  if (at === undefined || at < FIRST_MOMENT || at > LAST_MOMENT) return 'validation.dateTime';
  return hasOffset(text) || isWallTime(text, at, zone) ? undefined : 'server.skippedTime';
}

const FLAG_VALUES = new Map([
  ['true', 1],
  ['1', 1],
  ['false', 0],
  ['0', 0],
]);

const textCodec: StorageCodec = {
  columnType: 'text',
  encode: identity,
  decode: identity,
  encodeFilter: encodeTextFilter,
};
const numberCodec: StorageCodec = {
  columnType: 'double precision',
  encode: identity,
  decode: identity,
  encodeFilter: toFiniteNumber,
};
const jsonCodec: StorageCodec = {
  columnType: 'text',
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(String(stored)) as unknown,
  encodeFilter: () => undefined,
};

/** Opening hours in an existing table: stored as on the wire. */
export const wireTimingsCodec: StorageCodec = {
  ...jsonCodec,
  encode: (value) => JSON.stringify(toWireTimings(value as Timing[])),
  decode: fromWireTimings,
};

/** Ids in order. An empty list is stored as null. */
const linkCodec: StorageCodec = {
  ...jsonCodec,
  encode: (value) => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null),
  encodeFilter: encodeTextFilter,
};

/** Dollars as an integer. No amount with more decimals is stored, so a filter with more finds none. */
const createMoneyCodec = (decimals: number): StorageCodec => ({
  columnType: 'bigint',
  encode: (value) => Math.round(Number(value) * 10 ** decimals),
  decode: (stored) => Number(stored) / 10 ** decimals,
  encodeFilter(value) {
    const dollars = toFiniteNumber(value) ?? Number.NaN;
    return hasDecimals(dollars, decimals) ? toSafeInteger(Math.round(dollars * 10 ** decimals)) : undefined;
  },
});

/** The codec of each storage. Files are stored as paths (see recordUploads.ts). */
export const STORAGE_CODECS: Record<Storage, StorageCodec> = {
  text: textCodec,
  real: numberCodec,
  integer: {
    ...numberCodec,
    columnType: 'bigint',
    encodeFilter: (value) =>
      Number.isInteger(toFiniteNumber(value)) ? toSafeInteger(toFiniteNumber(value)) : undefined,
  },
  cents: createMoneyCodec(2),
  mills: createMoneyCodec(3),
  flag: {
    columnType: 'bigint',
    encode: (value) => (value ? 1 : 0),
    decode: (stored) => stored === 1,
    encodeFilter: (value) => FLAG_VALUES.get(String(value)),
  },
  moment: {
    columnType: 'bigint',
    encode: (value, zone) => parseMoment(value, zone) ?? null,
    decode: (stored) => toIsoString(Number(stored)),
    encodeFilter: parseMoment,
  },
  json: jsonCodec,
  file: textCodec,
  files: jsonCodec,
  links: linkCodec,
  children: jsonCodec,
};
