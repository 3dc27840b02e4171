import type { InputProps, Label, Lazy } from '../fields/kind.ts';
import type { Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import type { CellProps, ShowProps, ViewProps } from './resource.ts';

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
  label: Label;
  fields: readonly (N | EntryConfig<N>)[];
  /** Requires this feature of the host. Imports skip the fields of a create form without it. */
  feature?: Feature;
}

export interface ShowConfig<N extends string> {
  title: N;
  photo?: N;
  /** Fields in one line below the title. */
  subtitle?: readonly N[];
  chips?: readonly N[];
  /** Actions by importance. The first available one is the filled button. */
  primaryActions?: readonly string[];
  groups: readonly GroupConfig<N>[];
  /** Lists of referring records, below the groups. */
  related?: readonly RelatedConfig[];
  component?: Lazy<ShowProps>;
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

export interface FormConfig<N extends string> {
  /** Default: 'Add {name}'. */
  title?: Label;
  groups: readonly GroupConfig<N>[];
  /** Fields validated before sending. Default: all. The others are validated only if the host offers `rules`. */
  validatedFields?: readonly N[];
  /** Checks maximum lengths only if the host offers `rules`. */
  hostLengthLimits?: boolean;
  /** Fields that can keep their values for the next new record. */
  sticky?: readonly N[];
  success?: Label;
  component?: Lazy<ViewProps>;
  /** Create: fields copied from an existing record by its duplicate link. */
  duplicate?: { label: Label; fields: readonly N[]; feature?: Feature };
}
