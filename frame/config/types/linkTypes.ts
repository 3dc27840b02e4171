import type { Label } from '../../fields/kind.ts';
import type { Where } from '../../where/where.ts';

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
