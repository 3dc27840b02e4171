import type { Field, Fields, InputProps, Label, Lazy, Test } from '../fields/kind.ts';
import type { AnyRecord, ListParams, ResourceApi } from '../wire/binding.ts';
import type { Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import type { PerRole } from '../wire/roles.ts';
import type { AccountsConfig } from './accounts.ts';
import type { ActionConfig, StatesConfig } from './actions.ts';
import { applyHost } from './hosts.ts';
import type { IconName } from './icons.ts';
import type { ReportConfig } from './reports.ts';
import { restrictEntries } from './rights.ts';
import type { RowRule } from './rowRules.ts';
import type { SoftDeleteConfig } from './softDelete.ts';
import { SYSTEM_FIELDS, type SystemField } from './systemFields.ts';
import type { TableConfig } from './tableConfig.ts';

/** Operations a role can be allowed. Named actions add to these. */
export const PERMISSIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Props of a component that replaces a displayed value. */
export interface CellProps {
  record: AnyRecord;
  field: Field;
  source: string;
}

/** Props of a component that replaces or extends a view. */
export interface ViewProps {
  resource: ResourceConfig;
  role: Role;
}

/** Props of a component that replaces a show view. */
export interface ShowProps extends ViewProps {
  record: AnyRecord;
}

/** Props of a component that replaces an action. */
export interface ActionProps {
  resource: ResourceConfig;
  action: string;
  record: AnyRecord;
}

/** Column of a list. */
export interface ColumnConfig<N extends string, A extends string> {
  field: N;
  label?: Label;
  /** Image field shown before the text, with initials as fallback. */
  photo?: N;
  /** Fields in a second line on narrow screens. */
  secondary?: N[];
  roles?: readonly Role[];
  /** Action that changes the value in place. */
  action?: A;
  /** Text (i18n key) for a missing value. Default: 'list.notAvailable'. */
  placeholder?: string;
  component?: Lazy<CellProps>;
  /** Hidden until the person chooses the column. */
  hidden?: boolean;
  /** Requires this feature of the host. */
  feature?: Feature;
}

/** Filter of a list. */
export interface FilterConfig<N extends string> {
  field: N;
  /** Name in the address and in the list call, if a field has two filters. */
  name?: string;
  /** Comparison. Default: the kind's own. */
  test?: Test;
  label?: Label;
  roles?: readonly Role[];
  /** Roles that see it marked as required (spec 2). */
  required?: readonly Role[];
  /** Offered values. Default: all of the field. */
  choices?: readonly string[];
  /** Text or i18n key of the empty choice. Default: 'All'. */
  emptyText?: Label;
  /** For `present`: i18n keys for yes and no. */
  labels?: { yes: string; no: string };
  /** Requires this feature of the host. */
  feature?: Feature;
}

/** Tab above a list. */
export interface TabConfig<N extends string> {
  /** Name in the counts of `api.counts`. Tabs of collections have no counts. */
  name: string;
  label: Label;
  /** Filters of the list call. A tab without filters shows all records. */
  filter?: Readonly<Record<string, unknown>>;
  sort?: { field: N; order: 'ASC' | 'DESC' };
  perPage?: number;
  /** Columns shown here although hidden elsewhere. */
  extraColumns?: readonly N[];
  /** Columns hidden here. */
  hiddenColumns?: readonly N[];
  /** Date field that groups the rows by day; each day can be selected. */
  groupByDay?: N;
}

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
  /** Takes the full width. */
  wide?: boolean;
}

export interface GroupConfig<N extends string> {
  label: Label;
  fields: readonly (N | EntryConfig<N>)[];
  /** Requires this feature of the host. Imports skip the fields of a create form without it. */
  feature?: Feature;
}

export interface ListConfig<N extends string, A extends string> {
  layout?: 'table' | 'cards';
  columns: readonly (N | ColumnConfig<N, A>)[];
  filters?: readonly (N | FilterConfig<N>)[];
  /** Fields a person may sort by. */
  sortable?: readonly N[];
  /** Further sortable fields by required feature. */
  sortableByFeature?: { readonly [F in Feature]?: readonly N[] };
  sort?: { field: N; order: 'ASC' | 'DESC' };
  /** Collections: numbers and moments whose missing values sort last. By default they sort first. */
  nullsLast?: readonly N[];
  /** Fields searched by the search box. */
  search?: readonly N[];
  /** Default: 10. Ignored by hosts with a fixed page size. */
  perPage?: number;
  /** Text or i18n key of an empty list. */
  empty?: Label;
  /** Tabs above the list. With an `api`, only roles with `api.counts` see them. */
  tabs?: readonly TabConfig<N>[];
  calendar?: CalendarConfig<N, A>;
  component?: Lazy<ViewProps>;
}

/** Calendar beside a list, by day or week, with a lane per referenced record. */
export interface CalendarConfig<N extends string, A extends string> {
  /** Date or moment of a record. The list needs a day filter for it. */
  date: N;
  /** Duration of a record in minutes. Default: 60. */
  minutes?: number;
  /** Default: the first column of the list. */
  title?: N;
  /** Choice that gives colour and icon. */
  color?: N;
  /** Second choice, shown by its icon. */
  secondaryIcon?: N;
  /** Choice that marks a record with a warning unless empty. */
  warning?: N;
  /** Reference whose records are the lanes. Shown to roles that may run `assign`, else to those that may list them. */
  lane?: N;
  /** Values of referenced records that have a lane even when empty. */
  laneFilter?: Readonly<Record<string, unknown>>;
  /** Action that drops a record into a lane. Roles without it see no lanes. */
  assign?: A;
  /** Actions for dragging to another lane, out of all lanes, and to another time. */
  reassign?: A;
  unassign?: A;
  move?: A;
  /** Values of `color` that count as a conflict if records overlap. Default: all. */
  conflictValues?: readonly string[];
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

export interface DeleteConfig {
  question: Label;
  /** Further effect, shown below the question if the host offers the feature. */
  warning?: { text: Label; feature: Feature };
  confirm?: Label;
  running?: Label;
  success?: Label;
}

/** Command palette: search field and fields shown with a match. */
export interface FindConfig<N extends string> {
  field: N;
  secondary?: readonly N[];
}

/** CSV import. Columns are the entries of the create form that fit into a cell. */
export interface ImportConfig<N extends string> {
  /** Example row of the downloadable template. */
  example?: { readonly [K in N]?: string };
  /** Fields required by the form but optional in a row. */
  optional?: readonly N[];
}

/** Component in the header of every screen. */
export interface HeaderConfig {
  placement: 'middle' | 'end';
  roles?: readonly Role[];
  component: Lazy<ViewProps>;
}

/** Paths and permissions of a role. Without `list` there is no screen and no menu entry. */
export interface RoleAccess<N extends string, A extends string> {
  list?: string;
  form?: string;
  /** Path of the report screen. */
  reports?: string;
  can: readonly (Permission | A)[];
  /** Collections: only records whose field holds the caller's account id. */
  own?: N;
  /** Collections: only records that match this rule. */
  rows?: RowRule<N>;
}

/** Field of the config or system field. */
type NameOf<F extends Fields> = (keyof F & string) | SystemField;

/** Resource as data, read by browser and server. */
export interface ResourceConfig<F extends Fields = Fields, A extends string = string, T extends string = string> {
  name: string;
  /** Name of an icon (frame/config/icons.ts). */
  icon: IconName;
  /** Singular and plural name. Default: `resources.{name}` of the i18n files. */
  label?: { one: Label; many: Label };
  /** Menu texts, if they differ from the name. */
  menu?: { list?: Label; form?: Label };
  /** Requires this feature of the host. Without it the resource has no screens, entries or related lists. */
  feature?: Feature;
  /** Menu position. Default: 50. `false` leaves it out. */
  order?: number | false;
  fields: F;
  list: ListConfig<NameOf<F>, NoInfer<A>>;
  show?: ShowConfig<NameOf<F>>;
  create?: FormConfig<keyof F & string>;
  edit?: FormConfig<keyof F & string>;
  delete?: DeleteConfig;
  /** Command palette, for roles with a list and `show`. */
  find?: FindConfig<keyof F & string>;
  /** For roles with `import`. */
  import?: ImportConfig<keyof F & string>;
  header?: HeaderConfig;
  actions?: { readonly [K in A]: ActionConfig<keyof F & string> };
  /**
   * Validates a record as a whole. Returns a text or i18n key by field. Runs in forms and, for collections, on the
   * server.
   */
  validate?: (values: Readonly<Record<string, unknown>>) => { [K in keyof F & string]?: string | undefined };
  /** Collections: records every change for display and restore. */
  history?: boolean;
  /** Collections: deleted records go to a bin. */
  softDelete?: boolean | SoftDeleteConfig;
  /** Collections: each record is an account of this role. */
  accounts?: Role | AccountsConfig<keyof F & string>;
  /** Collections only. */
  states?: StatesConfig<keyof F & string, T>;
  /** Collections only. */
  reports?: { readonly [name: string]: ReportConfig<NameOf<F>> };
  /** Resources that share these records. A change there refetches this resource. */
  dependsOn?: readonly string[];
  roles: PerRole<RoleAccess<keyof F & string, NoInfer<A | T>>>;
  /** Collections: earlier names, newest first (docs/changing-a-resource.md). */
  renamedFrom?: string | readonly string[];
  /** Collections: removed fields. Their values stay in the database, hidden. */
  dropped?: readonly string[];
  /** Own calls. Without them the resource is a collection at /api/v1/collections/{name}. */
  api?: ResourceApi;
  /** With `api`: table in which our server stores the records. */
  table?: TableConfig<keyof F & string>;
}

/**
 * Declares a resource. TypeScript checks names of fields and actions; checkResources checks the rest at start.
 * @example export default defineResource({ name: 'supplies', icon: 'inventory', fields: { name: text({ required: true }) }, ... });
 */
export const defineResource = <const F extends Fields, const A extends string = never, const T extends string = never>(
  config: ResourceConfig<F, A, T>,
): ResourceConfig<F, A, T> =>
  config.api
    ? { ...config, api: applyHost(config.api) }
    : {
        ...restrictEntries({ ...config, list: config.list.sort ? config.list : newestFirst(config.list) }),
        fields: { ...filled(config), ...SYSTEM_FIELDS, ...filled(config) },
      };

/** Makes the state field and computed fields read-only. */
const filled = <F extends Fields>({ fields, states }: Pick<ResourceConfig<F>, 'fields' | 'states'>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (name === states?.field) return [name, { ...field, readOnly: true, default: states.start }];
      return [name, field?.compute || field?.rollup || field?.lookup ? { ...field, readOnly: true } : field];
    }),
  ) as F;

/** Default order. If people may sort, `createdAt` is added so they can return to it. */
const newestFirst = <L extends { sortable?: readonly unknown[] }>(list: L): L => ({
  ...list,
  ...(list.sortable?.length && { sortable: ['createdAt', ...list.sortable.filter((name) => name !== 'createdAt')] }),
  sort: { field: 'createdAt', order: 'DESC' },
});

/** Resource with any fields. */
export type AnyResource = ResourceConfig;

/** True if the role may do `action` (permission, action or transition) with the resource. */
export const mayDo = (resource: AnyResource, role: Role | null | undefined, action: string): boolean =>
  role !== null && role !== undefined && (resource.roles[role]?.can.includes(action) ?? false);

/** Returns the parameters of a list's first request. */
export const getInitialListParams = ({ list }: AnyResource): ListParams & { filter: Record<string, never> } => ({
  page: 1,
  perPage: list.perPage ?? 10,
  sort: list.sort ?? { field: 'id', order: 'ASC' },
  filter: {},
});
