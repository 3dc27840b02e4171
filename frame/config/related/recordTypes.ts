import type { Field, Fields } from '../../fields/kind.ts';
import type { SYSTEM_FIELDS } from '../systemFields.ts';
import type { Collections } from './collectionTypes.ts';

/** The type of a function's property that accepts narrower parameters, as a method does. */
export type Loosely<F extends (...args: never[]) => unknown> = {
  method(...args: Parameters<F>): ReturnType<F>;
}['method'];

/** The record of a collection; of one that `Collections` does not name, any values. */
export type CollectionRecord<N> = N extends keyof Collections ? Collections[N] : Record<string, unknown>;

/** The value of a field: null unless it is required. */
export type ValueOf<F> =
  F extends Field<infer V, infer R>
    ? [unknown] extends [V]
      ? unknown
      : ChildRows<F, NonNullable<V>> | (R extends true ? never : null)
    : never;
type ChildRows<F, V> = F extends { resource: infer N } ? CollectionRecord<N>[] : V;

/** The values of a record by field, without those that the server adds. */
export type FieldValues<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** The values that a form or a change knows so far. */
export type PartialValues<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]> | null };

type SystemValues<F extends Fields> = Omit<Record<keyof typeof SYSTEM_FIELDS, string>, keyof F>;

export type HookValues<F extends Fields> = FieldValues<F> & SystemValues<F>;

/** The values of a resource's records, as hooks receive them. */
export type ValuesOf<C extends { fields: Fields }> = HookValues<C['fields']>;

/**
 * The record of a resource: the values of its fields, its id, version and stamps. A reference is the key that it stores.
 * @example type Rental = RecordOf<typeof rentals>;
 */
export type RecordOf<C extends { fields: Fields }> = { id: string; version: number } & ValuesOf<C>;
