import type { Storage } from '../../../fields/kind.ts';
import { isoOf, localToUtc } from '../../base/time.ts';

/** How values of one storage stand in the database. */
export interface Keeping {
  /** The column's type, on both databases. */
  column: 'text' | 'bigint' | 'double precision';
  /** A checked value as it is stored. */
  write(value: unknown, zone: string): unknown;
  /** The stored value as a record has it. */
  read(stored: unknown): unknown;
  /** What a filter asks for, as it is stored; undefined where nothing stored can be it. */
  filterValue(value: unknown, zone: string): string | number | undefined;
}

const asIs = (value: unknown) => value;
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
/** PostgreSQL has no bigger integers, and keeps no NUL in a text. */
const within = (value: number | undefined) =>
  value !== undefined && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
const filterText = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) && !String(value).includes('\0') ? String(value) : undefined;

/** The moment a text means, in milliseconds; undefined for what is no date and time. */
export function momentOf(value: unknown, zone: string): number | undefined {
  try {
    return typeof value === 'string' ? within(localToUtc(value, zone)) : undefined;
  } catch {
    return undefined;
  }
}

const flags = new Map([
  ['true', 1],
  ['1', 1],
  ['false', 0],
  ['0', 0],
]);

const texts: Keeping = { column: 'text', write: asIs, read: asIs, filterValue: filterText };
const numbers: Keeping = { column: 'double precision', write: asIs, read: asIs, filterValue: numberOf };
const lists: Keeping = {
  column: 'text',
  write: (value) => JSON.stringify(value),
  read: (stored) => JSON.parse(String(stored)) as unknown,
  filterValue: () => undefined,
};

/** Ids in their order; none at all is no value. */
const links: Keeping = {
  ...lists,
  write: (value) => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : null),
  filterValue: filterText,
};

/** Every storage a kind can name. Files are texts here: their paths (see recordUploads.ts). */
export const KEEPINGS: Record<Storage, Keeping> = {
  text: texts,
  real: numbers,
  integer: {
    ...numbers,
    column: 'bigint',
    filterValue: (value) => (Number.isInteger(numberOf(value)) ? within(numberOf(value)) : undefined),
  },
  cents: {
    column: 'bigint',
    write: (value) => Math.round(Number(value) * 100),
    read: (stored) => Number(stored) / 100,
    filterValue: (value) => within(Math.round((numberOf(value) ?? Number.NaN) * 100)),
  },
  flag: {
    column: 'bigint',
    write: (value) => (value ? 1 : 0),
    read: (stored) => stored === 1,
    filterValue: (value) => flags.get(String(value)),
  },
  moment: {
    column: 'bigint',
    write: (value, zone) => momentOf(value, zone) ?? null,
    read: (stored) => isoOf(Number(stored)),
    filterValue: momentOf,
  },
  json: lists,
  file: texts,
  files: lists,
  links,
  children: lists,
};
