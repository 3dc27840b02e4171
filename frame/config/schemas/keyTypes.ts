import type { z } from 'zod';

declare const part: unique symbol;

/** Marks a schema whose type depends on the resource: the names of its fields, conditions on its records. */
export interface Part<P extends string> {
  readonly [part]: P;
}

/** Optional keys of an object, by its schema. */
type OptionalKeys<S> = { [K in keyof S]: S[K] extends z.ZodOptional ? K : never }[keyof S];

/** Type of the values of a schema. `P` has the types of its parts. */
type TypeOf<S, P> =
  S extends Part<infer Name>
    ? Name extends keyof P
      ? P[Name]
      : S extends z.ZodType<infer V>
        ? V
        : never
    : S extends z.ZodOptional<infer Inner>
      ? TypeOf<Inner, P> | undefined
      : S extends z.ZodObject<infer Shape>
        ? { readonly [K in keyof Omit<Shape, OptionalKeys<Shape>>]: TypeOf<Shape[K], P> } & {
            readonly [K in keyof Pick<Shape, OptionalKeys<Shape>>]?: TypeOf<Shape[K], P>;
          }
        : S extends z.ZodArray<infer Element>
          ? readonly TypeOf<Element, P>[]
          : S extends z.ZodUnion<infer Options>
            ? TypeOf<Options[number], P>
            : S extends z.ZodRecord<infer Key, infer Value>
              ? Key extends Part<string>
                ? { readonly [K in TypeOf<Key, P> & string]?: TypeOf<Value, P> }
                : { readonly [name: string]: TypeOf<Value, P> }
              : S extends z.ZodType<infer V>
                ? V
                : never;

/**
 * Type of an object of a config, by its schema. `P` has the types of its parts.
 * @example interface TableConfig<N extends string> extends Keys<typeof tableSchema, { field: N }> {}
 */
export type Keys<S extends z.ZodObject, P = unknown> = TypeOf<z.ZodObject<S['shape']>, P>;

/** A config whose keys `K` are filled in. */
export type Complete<T, K extends keyof T> = T & { readonly [N in K]-?: NonNullable<T[N]> };
