import type { Field } from '../fields/kind.ts';

/** The values of a record as functions of the config are given them. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** What a value computed from the moment may be made of. */
export interface ValueContext {
  /** The moment, ISO 8601. */
  now: string;
  /** The business day, YYYY-MM-DD. */
  today: string;
  /** The account id of whoever does it. */
  me: string;
  /** The record's values as far as they are known. */
  values: RecordValues;
}

/** A value of a config, or a function that gives it. */
export const resolveValue = (value: unknown, about: ValueContext): unknown =>
  typeof value === 'function' ? (value as (about: ValueContext) => unknown)(about) : value;

/** For `default` and `set`: the moment it is done. */
export const now = ({ now: moment }: ValueContext): string => moment;
/** The business day it is done. */
export const today = ({ today: day }: ValueContext): string => day;
/** Whoever does it, by account id: for references to people and for `own`. */
export const me = ({ me: person }: ValueContext): string => person;
/** The value that another field has. */
export const sameAs =
  (field: string) =>
  ({ values }: ValueContext): unknown =>
    values[field] ?? null;

interface Config {
  fields: Record<string, Field>;
  validate?: ((values: RecordValues) => Record<string, string | undefined>) | undefined;
}

/** A number that is none, and what is left out, are no value. */
const plain = (value: unknown) => (value === undefined || Number.isNaN(value) ? null : value);

/** Values with those computed from them. */
export function computeFields({ fields }: Config, values: RecordValues): Record<string, unknown> {
  const complete = { ...values };
  for (const [name, { compute }] of Object.entries(fields)) if (compute) complete[name] = plain(compute(complete));
  return complete;
}

/** What the config's `check` says is wrong with values together, by field. */
export function validateRecord({ validate }: Config, values: RecordValues): Record<string, string> {
  const found = Object.entries(validate?.(values) ?? {});
  return Object.fromEntries(found.flatMap(([name, message]) => (message ? [[name, message]] : [])));
}
