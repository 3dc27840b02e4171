import type { ComponentType } from 'react';
import type { z } from 'zod';
import { type Label, splitWords, type Translate } from '../i18n/translateMessage.ts';
import type { Role } from '../wire/call.ts';
import type { ChipStyle } from './chips.ts';

export type { Label };

/** Returns a label in the current language. A plain text may be an i18n key; one of a resource without text is split. */
export const translateLabel = (label: Label, { t, locale }: Pick<IntlShape, 't' | 'locale'>): string => {
  if (typeof label !== 'string') return label[locale] ?? label.en;
  return t(label, { _: label.startsWith('resources.') ? splitWords(label.slice(label.lastIndexOf('.') + 1)) : label });
};

/** Component loaded on demand. */
export type Lazy<P> = () => Promise<{ default: ComponentType<P> }>;

/** Texts, language and time zone for formatting. */
export interface IntlShape {
  t: Translate;
  /** BCP 47 tag. */
  locale: string;
  /** Business time zone. Default: the browser's. */
  timeZone?: string;
  /** Returns the title template of a resource. */
  getTitle?: (resource: string) => string;
}

/** Displayed value as data. `text` is always set, for CSV, search and screen readers. */
export interface DisplayValue {
  text: string;
  /** Shorter text for a table cell, on one line. */
  short?: string;
  /** Second, quieter line. */
  secondary?: string;
  /** Value of a chip; the theme maps it to colour and icon. */
  tone?: string;
  /** Chip colour and icon from the config. */
  look?: ChipStyle;
  /** Lazy replacement for the text: a formatter for foreign phone numbers, or a component. */
  renderer?: 'phone' | Lazy<{ text: string }>;
  /** Several chips; `text` joins them. */
  chips?: string[];
  /** mailto:, tel: or https: link. */
  href?: string;
  /** Files by path on the host. Images open large, other files download. */
  files?: { path: string; name: string; size: number | null; image: boolean }[];
  /** Lines with label and text. */
  lines?: { label: string; text: string }[];
}

/**
 * Storage of a value in a collection (frame/server/records/schema/storageCodecs.ts). `cents` and `mills` are
 * money as an integer, `links` are ids of other records, `children` are records that refer to this one.
 */
export const STORAGES = [
  'text',
  'integer',
  'real',
  'cents',
  'mills',
  'flag',
  'moment',
  'json',
  'file',
  'files',
  'links',
  'children',
] as const;
export type Storage = (typeof STORAGES)[number];
/** Rows of a `children` field, if it sets no limit. */
export const MAX_CHILD_ROWS = 100;
/** Storages of numbers. */
export const NUMBER_STORAGES: readonly string[] = ['integer', 'real', 'cents', 'mills'] satisfies Storage[];

/** Inputs known by name (frame/inputs). */
export const INPUTS = [
  'text',
  'longText',
  'password',
  'number',
  'date',
  'dateTime',
  'choice',
  'toggle',
  'reference',
  'references',
  'image',
  'files',
  'timings',
  'children',
] as const;
export type InputName = (typeof INPUTS)[number];

/** Props of every input. `source` is the name in the form. */
export interface InputProps {
  source: string;
  field: Field;
  label: string;
  required?: boolean;
  /** References: field of the referenced record to store. Default: its id. */
  value?: string;
  /** Actions: id of the record to change. */
  recordId?: string;
  /** Filter input, in which an empty choice means all. */
  filter?: boolean;
  /** Leaves out the empty choice, as something is always selected. */
  hideEmptyOption?: boolean;
}

/** Kind of field: schema, display, input, filter and storage in one place. */
export interface Kind<V, O> {
  name: string;
  /** Schema of a present value; messages are i18n keys. `today` is the business day (YYYY-MM-DD), if known. */
  schema(options: O, today?: string): z.ZodType;
  /** Formats a present value. */
  show(value: V, options: O, intl: IntlShape): DisplayValue;
  /** Shows an empty list instead of treating it as missing. */
  showsEmpty?: true;
  align?: 'right';
  /** Takes the full width of forms and show views, unless the entry says otherwise. */
  wide?: true;
  /** Column width in pixels. Columns without one share the rest. */
  width?: number;
  input: InputName | Lazy<InputProps>;
  /** Attributes of the `<input>`: min, max, step, maxLength, pattern, inputMode, type, autoComplete. */
  inputProps?(options: O): Record<string, unknown>;
  /** Default comparison and input of a filter; false if it cannot be filtered. */
  filter?: { operator: 'equals' | 'contains' | 'exists' | 'gte' | 'lte'; input?: InputName } | false;
  storage: Storage;
  /** Meaning of a stored text: one of the field's choices, the key of another record, a day, an address for mail. */
  holds?: 'choice' | 'reference' | 'day' | 'mailAddress';
  /** Hides the value: `shortened` from those who may not change it, `always` from everybody. */
  hidden?: 'shortened' | 'always';
  /** Joins parts of a value from several columns of an import. Default: a space. */
  separator?: string;
  /** Names of options besides the common ones, to detect misspellings. */
  options?: readonly string[];
}

/** Aggregate over the record's child rows. */
export type Rollup = { of: string } & ({ count: true } | { sum: string } | { min: string } | { max: string });

/** Options of every field. */
export interface CommonOptions {
  required?: boolean;
  label?: Label;
  /** Line below the input. */
  help?: Label;
  /** Shown in an empty input. */
  placeholder?: Label;
  /** Value in the example row of an import. */
  example?: string;
  /** No two records have the same value. Texts compare without case. */
  unique?: boolean;
  /** Initial value, or a function such as `now`, `today`, `me`, `sameAs(field)`. */
  default?: unknown;
  /** Collections: aggregates the record's rows (`children`). */
  rollup?: Rollup;
  /** Collections: reads the value from a referenced record: 'book.author'. */
  lookup?: string;
  /** With `lookup`: a field of the record whose value stands if the path leads nowhere. */
  fallback?: string;
  /** With `lookup`: `refreshLookups` refreshes it, not the write to the other record, which thousands may refer to. */
  deferred?: boolean;
  /** Collections: condition on other fields (frame/where). While it is false, the record has no value here. */
  when?: object;
  /** In no form; the server or an action sets it. */
  readOnly?: boolean;
  /** Collections: roles that may read, sort, filter and search by it. */
  read?: readonly Role[];
  /** False for internal values, which exports leave out. */
  exported?: false;
  /** Collections: roles that may set it in forms and actions. Default: the readers. */
  write?: readonly Role[];
  /** Names or describes a private person. AI assistants get a code instead, unless their key may see names. */
  personal?: boolean;
  /** Collections: earlier names, newest first (docs/changing-a-resource.md). */
  renamedFrom?: string | readonly string[];
  /**
   * Collections: converts existing values after a change of kind or rules, by value or by function. Null removes a
   * value.
   */
  convert?:
    | Readonly<Record<string, unknown>>
    | ((value: unknown, record: Readonly<Record<string, unknown>>) => unknown);
  /** Collections: accepts existing records without a value, or with an invalid one. */
  allow?: readonly Allowed[];
}
export const ALLOWED = ['missing', 'unfit'] as const;
export type Allowed = (typeof ALLOWED)[number];

/** Names of the options of every field. */
export const COMMON_OPTIONS: { readonly [K in keyof CommonOptions]-?: true } = {
  required: true,
  label: true,
  help: true,
  placeholder: true,
  example: true,
  unique: true,
  default: true,
  rollup: true,
  lookup: true,
  fallback: true,
  deferred: true,
  when: true,
  readOnly: true,
  read: true,
  exported: true,
  write: true,
  personal: true,
  renamedFrom: true,
  convert: true,
  allow: true,
};

/** Field of a resource. `V` is the type of its value. */
export interface Field<V = unknown, R extends boolean = boolean> extends CommonOptions {
  kind: Kind<unknown, unknown>;
  required?: R;
  /** Type information only. */
  readonly value?: V;
  /** Computes the value from the record: `compute` of the resource. */
  readonly compute?: (values: Readonly<Record<string, unknown>>) => unknown;
  /** Set by the server in every collection (frame/config/systemFields.ts). */
  readonly system?: true;
}
export type Fields = Record<string, Field>;

/** Returns the input of a filter by this field; undefined for a component of its own. */
export const getFilterInput = ({ kind: { filter, input } }: Field): InputName | undefined =>
  (filter || undefined)?.input ?? (typeof input === 'string' ? input : undefined);

/** True for a field that conditions compare with days. */
export const isDayField = (field: Field | undefined): boolean =>
  field !== undefined && getFilterInput(field) === 'date';

/**
 * Makes a kind usable in configs. `V` is the stored value, `S` the one that it shows.
 * @example export const temperature = defineKind<number, { unit: 'C' | 'F' }>({ name: 'temperature', ... });
 * @example fields: { body: temperature({ unit: 'C', required: true }) }
 */
export function defineKind<V, O extends object = object, S = V>(kind: Kind<S, O & CommonOptions>) {
  return <const R extends boolean = false>(
    ...[options]: object extends O ? [(O & CommonOptions & { required?: R })?] : [O & CommonOptions & { required?: R }]
  ) => ({ ...options, kind }) as unknown as Field<V, R> & O;
}
