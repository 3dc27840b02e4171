import type { InputProps, Label, Lazy } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import type { CellProps, ShowProps, ViewProps } from './types/componentProps.ts';

/** Line of a show view or input of a form. */
export interface EntryConfig<N extends string> {
  field: N;
  label?: Label;
  roles?: readonly Role[];
  /** Forms: required here although the field is optional. */
  required?: boolean;
  /** Forms, references: field of the referenced record to send. */
  value?: string;
  /** Show view: i18n key for a missing value. */
  placeholder?: string;
  /** Show view: hidden while empty. */
  hideEmpty?: boolean;
  /** Show view: replaces the displayed value. */
  component?: Lazy<CellProps>;
  /** Forms: replaces the input. */
  input?: Lazy<InputProps>;
  /** Takes the full width. Default: the kind's own. */
  wide?: boolean;
}

export interface GroupConfig<N extends string> {
  /** Default: the singular name of the resource. */
  label?: Label;
  fields: readonly (N | EntryConfig<N>)[];
  /** Requires this feature of the host. Imports skip the fields of a create form without it. */
  feature?: Feature;
}

/**
 * Groups as a config says them: by name, with the text `resources.{resource}.groups.{name}` as heading, or as a list with
 * labels.
 */
export type GroupsInput<N extends string> =
  | readonly GroupConfig<N>[]
  | { readonly [name: string]: GroupConfig<N>['fields'] | GroupConfig<N> };

export interface ShowOptions<N extends string> {
  photo?: N;
  /** Fields in one line below the title. */
  subtitle?: readonly N[];
  chips?: readonly N[];
  /** Actions and transitions by importance. The first available one is the filled button. */
  primaryActions?: readonly string[];
  /** Lists of referring records, below the groups. */
  related?: readonly RelatedConfig[];
  component?: Lazy<ShowProps>;
}

export interface ShowConfig<N extends string> extends ShowOptions<N> {
  groups: readonly GroupConfig<N>[];
}

/** Show view as a config says it. Default groups: one with all fields that its header does not show. */
export interface ShowInput<N extends string> extends ShowOptions<N> {
  groups?: GroupsInput<N>;
}

/** List of the collection's records that refer to the shown record. */
export interface RelatedConfig {
  /** Collection that refers to this resource. */
  resource: string;
  /** Its reference to this resource. */
  field: string;
  /** Default: the plural name of the collection. */
  label?: Label;
  /** Default: the columns of its list. */
  columns?: readonly string[];
  /** Default: 5. */
  perPage?: number;
  /** Sort field. Default: the order of its list. */
  sort?: string;
  /** Reference to open instead of the row's own record. */
  rowLink?: string;
}

interface FormOptions<N extends string> {
  /** Default: the text `resources.{resource}.create`, else 'Add {name}'. */
  title?: Label;
  /** Fields validated before sending. Default: all. The others are validated only if the host offers `rules`. */
  validatedFields?: readonly N[];
  /** Checks maximum lengths only if the host offers `rules`. */
  hostLengthLimits?: boolean;
  /** Fields that can keep their values for the next new record. */
  sticky?: readonly N[];
  /** Create: shows the new record instead of an empty form. */
  opensRecord?: boolean;
  success?: Label;
  component?: Lazy<ViewProps>;
  /** Create: fields copied from an existing record by its duplicate link. */
  duplicate?: { label: Label; fields: readonly N[]; feature?: Feature };
}

export interface FormConfig<N extends string> extends FormOptions<N> {
  groups: readonly GroupConfig<N>[];
  /** Edit: fields of the create form that it leaves out. */
  except?: readonly N[];
}

/** Form as a config says it. Default groups: create: one with all fields that people fill in; edit: those of create. */
export interface FormInput<N extends string> extends Omit<FormConfig<N>, 'groups'> {
  groups?: GroupsInput<N>;
}
