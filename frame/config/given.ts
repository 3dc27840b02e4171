import type { Field } from '../fields/kind.ts';

/** The values of a record as functions of the config are given them. */
export type Values = Readonly<Record<string, unknown>>;

/** What a value computed from the moment may be made of. */
export interface About {
  /** The moment, ISO 8601. */
  now: string;
  /** The business day, YYYY-MM-DD. */
  today: string;
  /** The account id of whoever does it. */
  me: string;
  /** The record's values as far as they are known. */
  values: Values;
}

/** A value of a config, or a function that gives it. */
export const given = (value: unknown, about: About): unknown =>
  typeof value === 'function' ? (value as (about: About) => unknown)(about) : value;

/** For `default` and `set`: the moment it is done. */
export const now = ({ now: moment }: About): string => moment;
/** The business day it is done. */
export const today = ({ today: day }: About): string => day;
/** Whoever does it, by account id: for references to people and for `own`. */
export const me = ({ me: person }: About): string => person;
/** The value that another field has. */
export const sameAs =
  (field: string) =>
  ({ values }: About): unknown =>
    values[field] ?? null;

interface Config {
  fields: Record<string, Field>;
  check?: ((values: Values) => Record<string, string | undefined>) | undefined;
}

/** A number that is none, and what is left out, are no value. */
const plain = (value: unknown) => (value === undefined || Number.isNaN(value) ? null : value);

/** Values with those computed from them. */
export function withComputed({ fields }: Config, values: Values): Record<string, unknown> {
  const complete = { ...values };
  for (const [name, { compute }] of Object.entries(fields)) if (compute) complete[name] = plain(compute(complete));
  return complete;
}

/** What the config's `check` says is wrong with values together, by field. */
export function crossErrors({ check }: Config, values: Values): Record<string, string> {
  const found = Object.entries(check?.(values) ?? {});
  return Object.fromEntries(found.flatMap(([name, message]) => (message ? [[name, message]] : [])));
}
