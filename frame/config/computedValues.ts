import type { Field } from '../fields/kind.ts';
import type { SymbolContext } from '../where/symbols.ts';
import { findAbsentFields } from './conditionalFields.ts';

/** Record values passed to config functions. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** Context for values computed at run time. */
export interface ValueContext extends SymbolContext {
  /** Values of the record, as far as known. */
  values: RecordValues;
}

/** Returns a config value, calling it first if it is a function. */
export const resolveValue = (value: unknown, about: ValueContext): unknown =>
  typeof value === 'function' ? (value as (about: ValueContext) => unknown)(about) : value;

/** For `default` and `values`: the value of another field. */
export const sameAs =
  (field: string) =>
  ({ values }: ValueContext): unknown =>
    values[field] ?? null;

interface Config {
  fields: Record<string, Field>;
  validate?: ((values: RecordValues) => Record<string, string | undefined>) | undefined;
}

/** Treats NaN and undefined as missing. */
const plain = (value: unknown) => (value === undefined || Number.isNaN(value) ? null : value);

/** Returns the values with all computed fields, and without those of fields whose `when` is false. */
export function computeFields({ fields }: Config, values: RecordValues): Record<string, unknown> {
  const complete = { ...values };
  for (const name of findAbsentFields(fields, values)) complete[name] = null;
  const computed = new Set<string>();
  const computeField = (name: string) => {
    const compute = Object.hasOwn(fields, name) && fields[name]?.compute;
    if (!compute || computed.has(name)) return;
    computed.add(name);
    complete[name] = plain(compute(reader));
  };
  // A function may read a computed field that is declared after its own.
  const reader: RecordValues = new Proxy(complete, {
    get(target, name) {
      computeField(String(name));
      return target[String(name)];
    },
  });
  for (const name of Object.keys(fields)) computeField(name);
  return complete;
}

export function validateRecord({ validate }: Config, values: RecordValues): Record<string, string> {
  const found = Object.entries(validate?.(values) ?? {});
  return Object.fromEntries(found.flatMap(([name, message]) => (message ? [[name, message]] : [])));
}
