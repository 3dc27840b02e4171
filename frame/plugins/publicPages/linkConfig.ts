import type { Label, Where } from 'portal-frame';

/** A magic link to one record: a page without sign-in, for everybody who has the address. */
export interface LinkConfig<
  N extends string = string,
  T extends string = string,
  R extends object = Record<string, unknown>,
> {
  /** Days until it ends. */
  days: number;
  /** Fields that it shows, in this order. */
  fields: readonly N[];
  /** Transitions that it offers while the record's state allows them. */
  transitions?: readonly T[];
  /** It works only while the record matches. */
  where?: Where<R>;
  /** Heading. Default: the text `resources.{resource}.links.{name}`, else the title of the record. */
  title?: Label;
}

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { PluginKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Collections: magic links to one record, by name (docs/public-pages.md). */
    links?: { readonly [name: string]: LinkConfig<_N, _T, _R> };
  }
}
