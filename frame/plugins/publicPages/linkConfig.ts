import type { Where } from 'portal-frame';
import { fieldNames, type Keys, label, optional, part, required, whereSchema } from 'portal-frame/keys';
import { z } from 'zod';

export const linkSchema = z.strictObject({
  days: required(z.number().int().min(1).max(730), 'Days until the link ends.', '14'),
  fields: required(fieldNames, 'Fields that the page of the link shows.', "['item', 'from', 'to']"),
  transitions: optional(
    z.array(part('transition', z.string())),
    'Transitions that the page offers while the state of the record allows them.',
    "['confirm', 'cancel']",
    'none',
  ),
  where: optional(
    part('where', whereSchema),
    'The link works only while the record matches.',
    "{ state: 'Asked' }",
    'always',
  ),
  title: optional(label, 'Heading of the page.', "'Your request'", 'resources.{name}.links.{link}, else the title'),
});

/** A magic link to one record: a page without sign-in, for everybody who has the address. */
export interface LinkConfig<
  N extends string = string,
  T extends string = string,
  R extends object = Record<string, unknown>,
> extends Keys<typeof linkSchema, { field: N; transition: T; where: Where<R> }> {}

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { PluginKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Collections: magic links to one record, by name (docs/public-pages.md). */
    links?: { readonly [name: string]: LinkConfig<_N, _T, _R> };
  }
}
