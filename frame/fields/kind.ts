import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { Label, Translate } from '../i18n/translateMessage.ts';
import type { Role } from '../wire/call.ts';
import type { ChipStyle } from './chips.ts';

export type { Label };

/** A label as text; a text may be an i18n key. */
export const translateLabel = (label: Label, { t, locale }: Pick<IntlShape, 't' | 'locale'>): string =>
  typeof label === 'string' ? t(label, { _: label }) : (label[locale] ?? label.en);

/** A component that a config or a kind names: fetched only when a screen needs it. */
export type Lazy<P> = () => Promise<{ default: ComponentType<P> }>;

/** What a value needs to be shown to a person: texts, language and time zone. */
export interface IntlShape {
  t: Translate;
  /** BCP 47, for dates and numbers. */
  locale: string;
  /** The business time zone; the browser's own where it is not known. */
  timeZone?: string;
}

/**
 * What a person sees of a value, as data: the views draw it. `text` is always there (CSV, search, screen readers);
 * the rest says how it looks better than as plain text.
 */
export interface DisplayValue {
  text: string;
  /** The text in a cell of a table, where it is shorter there, and kept in one line. */
  short?: string;
  /** A quieter second line. */
  secondary?: string;
  /** A chip; the word picks colour and icon from the theme. */
  tone?: string;
  /** How that chip looks, where the config says so. */
  look?: ChipStyle;
  /** Draws the text better than it stands here, once it was fetched: a telephone number of another country, or a file. */
  renderer?: 'phone' | Lazy<{ text: string }>;
  /** Several values, each a chip; `text` names them all. */
  chips?: string[];
  /** A link: mailto:, tel:, https: or a map. */
  href?: string;
  /** Files of the host by relative path; `image` opens large, `file` downloads. */
  files?: { path: string; name: string; size: number | null; image: boolean }[];
  /** Lines of label and text. */
  lines?: { label: string; text: string }[];
}

/** The comparisons a filter can make; the server's collections and the portal's own filtering know the same. */
export const TESTS = ['equals', 'contains', 'day', 'present', 'from', 'to'] as const;
export type Test = (typeof TESTS)[number];

/**
 * How a collection keeps a value (frame/server/records/schema/storageCodecs.ts): `cents` an amount of money in cents, an integer, `flag`
 * yes or no, `moment` a point in time, `json` any list or object, `file` and `files` uploads, `links` ids of other records,
 * `children` records of another collection that name this one.
 */
export const STORAGES = [
  'text',
  'integer',
  'real',
  'cents',
  'flag',
  'moment',
  'json',
  'file',
  'files',
  'links',
  'children',
] as const;
export type Storage = (typeof STORAGES)[number];

/** The inputs that forms and filters know by name (frame/inputs). */
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

/** What every input is given; `source` is the name in the form. */
export interface InputProps {
  source: string;
  field: Field;
  label: string;
  required?: boolean;
  /** Which field of the referred record is kept (reference inputs); its id where left out. */
  value?: string;
  /** In a filter: an empty choice stands for all. */
  filter?: boolean;
  /** Something is always chosen: there is no empty choice. */
  hideEmptyOption?: boolean;
}

/** A kind of field: its column, its detail line, its input, its filter and its schema stand together in one file. */
export interface Kind<V, O> {
  name: string;
  /** The value when it is there; messages are i18n keys. `today` is the business day, YYYY-MM-DD, where it is known. */
  schema(options: O, today?: string): z.ZodType;
  /** What a person sees; never called for a missing value. */
  show(value: V, options: O, intl: IntlShape): DisplayValue;
  /** An empty list is a value as well, and no missing one. */
  showsEmpty?: true;
  /** Numbers stand at the right. */
  align?: 'right';
  /** Pixels of a value in a column, where all take about the same; other columns share the rest of the table. */
  width?: number;
  input: InputName | Lazy<InputProps>;
  /** Props for the input, as the MUI or react-admin component takes them. */
  inputProps?(options: O): Record<string, unknown>;
  /** How a filter on it compares, and the input it uses; false where it cannot be filtered. */
  filter?: { test: Test; input?: InputName } | false;
  /** How a collection keeps it. */
  storage: Storage;
  sortable?: boolean;
  /** The names of options beyond the common ones, so that a misspelt one is found at start. */
  options?: readonly string[];
}

/** A value computed from a record's rows: how many there are, or a number of theirs taken together. */
export type Rollup = { of: string } & ({ count: true } | { sum: string } | { min: string } | { max: string });

/** What every field can say, whatever its kind. */
export interface CommonOptions {
  required?: boolean;
  label?: Label;
  /** A line under the input. */
  help?: Label;
  /** Shown in an empty input. */
  placeholder?: Label;
  /** No two records have the same value (text compares without case). */
  unique?: boolean;
  /** The value a new form starts with, or a function that gives it: `now`, `today`, `me`, `sameAs(field)`. */
  default?: unknown;
  /** Collections: the value is computed from the record's others; nobody fills it in. */
  compute?: (values: Readonly<Record<string, unknown>>) => unknown;
  /** Collections: the value is computed from the record's rows (`children`): how many, or a number of theirs. */
  rollup?: Rollup;
  /** Collections: the value is that of a record that this one refers to: 'book.author'. */
  lookup?: string;
  /** Never asked for in a form: the server or an action sets it. */
  readOnly?: boolean;
  /** Collections: the roles whose replies hold it, and who may sort, filter and search by it. */
  read?: readonly Role[];
  /** Collections: the roles whose forms and actions may set it; left out, all that may read it. */
  write?: readonly Role[];
  /** Collections: what it was called before, newest first: its values stay its own (docs/changing-a-resource.md). */
  renamedFrom?: string | readonly string[];
  /**
   * Collections: what becomes of values that are there when the field's kind changes, or that its kind no longer takes:
   * by value, or by a function of the value and its record. Null gives a value up.
   */
  convert?:
    | Readonly<Record<string, unknown>>
    | ((value: unknown, record: Readonly<Record<string, unknown>>) => unknown);
  /** Collections: what records that are there may be left like: without a value, or with one that no longer fits. */
  allow?: readonly Allowed[];
}
export const ALLOWED = ['missing', 'unfit'] as const;
export type Allowed = (typeof ALLOWED)[number];

export const COMMON_OPTIONS = [
  'required',
  'label',
  'help',
  'placeholder',
  'unique',
  'default',
  'compute',
  'rollup',
  'lookup',
  'readOnly',
  'read',
  'write',
  'renamedFrom',
  'convert',
  'allow',
] as const;

/** A field of a resource: its kind and its options. `V` is the type of its value in a record. */
export interface Field<V = unknown, R extends boolean = boolean> extends CommonOptions {
  kind: Kind<unknown, unknown>;
  required?: R;
  /** Only for types: what a record holds. */
  readonly value?: V;
  /** Set by the server in every collection (frame/config/systemFields.ts); nothing for a config to say. */
  readonly system?: true;
}
export type Fields = Record<string, Field>;

/** The record that a resource's fields describe. */
export type RecordOf<F extends Fields> = { id: string } & {
  -readonly [K in keyof F]: F[K] extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
};

/**
 * Makes a kind usable in configs.
 * @example export const temperature = defineKind<number, { unit: 'C' | 'F' }>({ name: 'temperature', ... });
 *          fields: { body: temperature({ unit: 'C', required: true }) }
 */
export function defineKind<V, O extends object = object>(kind: Kind<V, O & CommonOptions>) {
  return <const R extends boolean = false>(
    ...[options]: object extends O ? [(O & CommonOptions & { required?: R })?] : [O & CommonOptions & { required?: R }]
  ) => ({ ...options, kind }) as unknown as Field<V, R> & O;
}
