import type { entry, formSchema, group, related, showSchema } from './schemas/formSchema.ts';
import type { Complete, Keys } from './schemas/keyTypes.ts';

/** Line of a show view or input of a form. */
export interface EntryConfig<N extends string> extends Keys<typeof entry, { field: N }> {}

/** Lines or inputs under a heading. */
export interface GroupConfig<N extends string> extends Keys<typeof group, { field: N; entry: EntryConfig<N> }> {}

/**
 * Groups as a config says them: by name, with the text `resources.{resource}.groups.{name}` as heading, or as a list with
 * labels.
 */
export type GroupsInput<N extends string> =
  | readonly GroupConfig<N>[]
  | { readonly [name: string]: GroupConfig<N>['fields'] | GroupConfig<N> };

/** List of the collection's records that refer to the shown record. */
export interface RelatedConfig extends Keys<typeof related> {}

interface ViewParts<N extends string> {
  field: N;
  related: RelatedConfig;
}
type InputParts<N extends string> = ViewParts<N> & { groups: GroupsInput<N> };
type ConfigParts<N extends string> = ViewParts<N> & { groups: readonly GroupConfig<N>[] };

/** Show view as a config says it. Default groups: one with all fields that its header does not show. */
export interface ShowInput<N extends string> extends Keys<typeof showSchema, InputParts<N>> {}
export interface ShowConfig<N extends string> extends Complete<Keys<typeof showSchema, ConfigParts<N>>, 'groups'> {}

/** Form as a config says it. Default groups: create: one with all fields that people fill in; edit: those of create. */
export interface FormInput<N extends string> extends Keys<typeof formSchema, InputParts<N>> {}
export interface FormConfig<N extends string> extends Complete<Keys<typeof formSchema, ConfigParts<N>>, 'groups'> {}
