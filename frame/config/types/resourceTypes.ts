import type { Fields, Label, Lazy } from '../../fields/kind.ts';
import type { Role } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import type { ResourceApi } from '../../wire/resourceApi.ts';
import type { PerRole } from '../../wire/roles.ts';
import type { ActionConfig, StatesConfig } from '../actions.ts';
import type { AccountsConfig } from '../app/accounts.ts';
import type { IconName } from '../app/icons.ts';
import type { ListConfig, ListInput } from '../listConfig.ts';
import type { Preset, RoleAccess, RoleInput } from '../permissions.ts';
import type { RulesConfig } from '../recordRules.ts';
import type { FieldValues, HookValues, Loosely, PartialValues, ValueOf } from '../related/recordTypes.ts';
import type { SystemField } from '../systemFields.ts';
import type { TableConfig } from '../tableConfig.ts';
import type { FormConfig, FormInput, ShowConfig, ShowInput } from '../viewConfig.ts';
import type { ViewProps } from './componentProps.ts';
import type { PluginKeys } from './pluginKeys.ts';

export interface DeleteConfig {
  question: Label;
  /** Further effect, shown below the question if the host offers the feature. */
  warning?: { text: Label; feature: Feature };
  confirm?: Label;
  running?: Label;
  success?: Label;
}

/** Command palette: fields shown with a match. */
export interface FindConfig<N extends string> {
  secondary?: readonly N[];
}

/** The menu entries of a resource. By default its list has one, named like the resource, in no group. */
export interface MenuConfig {
  /** Heading above the entry. Entries with the same heading stand together. */
  group?: Label;
  /** Text of the list's entry. */
  list?: Label;
  /** An entry for the create form: its text, or `true` for the form's title. */
  form?: Label | true;
}

/** Component in the header of every screen. */
export interface HeaderConfig {
  placement: 'middle' | 'end';
  roles?: readonly Role[];
  component: Lazy<ViewProps>;
}

/** Field of the config or system field. */
type NameOf<F extends Fields> = (keyof F & string) | SystemField;

/** Keys that a config says as they are used. */
interface ResourceBase<F extends Fields, A extends string, T extends string>
  extends PluginKeys<keyof F & string, NoInfer<T>, FieldValues<NoInfer<F>>> {
  name: string;
  /** Name of an icon (frame/config/app/icons.ts). */
  icon: IconName;
  /** Singular and plural name. Default: `resources.{name}` of the i18n files. */
  label?: { one: Label; many: Label };
  menu?: MenuConfig;
  /** Requires this feature of the host. Without it the resource has no screens, entries or related lists. */
  feature?: Feature;
  /** Menu position. Default: 50. `false` leaves it out. */
  order?: number | false;
  fields: F;
  /** Collections: computes fields from the other values of the record. */
  compute?: {
    readonly [K in keyof F]?: Loosely<(values: HookValues<NoInfer<F>>) => ValueOf<NoInfer<F>[K]> | null | undefined>;
  };
  delete?: DeleteConfig;
  /** Command palette, for roles with a list and `show`. */
  find?: FindConfig<keyof F & string>;
  header?: HeaderConfig;
  actions?: { readonly [K in A]: ActionConfig<FieldValues<NoInfer<F>>> };
  /**
   * Validates a record as a whole. Returns a text or i18n key by field. Runs in forms and, for collections, on the
   * server.
   */
  validate?: Loosely<(values: PartialValues<NoInfer<F>>) => { [K in keyof F & string]?: string | undefined }>;
  /** Collections: rules kept by the database. */
  rules?: RulesConfig<keyof F & string>;
  /** Collections: further database indexes, each by a filter and in a sort order. `false`: only those of references. */
  indexes?: false | readonly { readonly fields: readonly [filter: NameOf<F>, sort: NameOf<F>] }[];
  /** Collections: records every change for display and restore. */
  history?: boolean;
  /** Collections: records are created and never updated or deleted, not even by the system. */
  appendOnly?: boolean;
  /** Collections: each record is an account of this role. */
  accounts?: Role | AccountsConfig<keyof F & string>;
  /** Collections only. */
  states?: StatesConfig<FieldValues<NoInfer<F>>, T>;
  /** Resources that share these records. A change there refetches this resource. */
  dependsOn?: readonly string[];
  /** Collections: earlier names, newest first (docs/changing-a-resource.md). */
  renamedFrom?: string | readonly string[];
  /** Collections: removed fields. Their values stay in the database, hidden. */
  dropped?: readonly string[];
  /** Own calls. Without them the resource is a collection at /api/v1/collections/{name}. */
  api?: ResourceApi;
  /** With `api`: table in which our server stores the records. */
  table?: TableConfig<keyof F & string>;
}

/** Config of a resource. A preset among a role's rights also gives it screens. */
export interface ResourceInput<F extends Fields, A extends string, T extends string> extends ResourceBase<F, A, T> {
  /**
   * Template of a record's title, wherever it is named: '{code} - {name}'. A reference shows the title of its record.
   * Default: the first column.
   */
  title?: string;
  list?: ListInput<NameOf<F>, NoInfer<A>, HookValues<NoInfer<F>>>;
  show?: ShowInput<NameOf<F>>;
  create?: FormInput<keyof F & string>;
  edit?: FormInput<keyof F & string>;
  roles: PerRole<Preset | RoleInput<FieldValues<NoInfer<F>>, NoInfer<A | T>>>;
}

/** Resource as data, read by browser and server: its config with presets and defaults filled in. */
export interface ResourceConfig<F extends Fields = Fields, A extends string = string, T extends string = string>
  extends ResourceBase<F, A, T> {
  title: string;
  list: ListConfig<NameOf<F>, NoInfer<A>, HookValues<NoInfer<F>>>;
  show?: ShowConfig<NameOf<F>>;
  create?: FormConfig<keyof F & string>;
  edit?: FormConfig<keyof F & string>;
  roles: PerRole<RoleAccess<FieldValues<NoInfer<F>>, NoInfer<A | T>>>;
}

declare module './anyResource.ts' {
  interface AnyResource extends ResourceConfig {}
}
