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

/** What a role may do with a resource; named actions come on top. */
export const PERMISSIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Given to a component that draws one value in place of the generated one. */
export interface CellProps {
  record: AnyRecord;
  field: Field;
  source: string;
}

/** Given to a component that replaces a view or adds something to it. */
export interface ViewProps {
  resource: ResourceConfig;
  role: Role;
}

/** Given to a component that stands for a popup's content. */
export interface ShowProps extends ViewProps {
  record: AnyRecord;
}

/** Given to a component that stands for an action. */
export interface ActionProps {
  resource: ResourceConfig;
  action: string;
  record: AnyRecord;
}

/** A column of the list: a field's name, or more said about it. */
export interface ColumnConfig<N extends string, A extends string> {
  field: N;
  label?: Label;
  /** The image field whose photo (or the coloured initials) stands before the text. */
  photo?: N;
  /** Fields shown in a second line where the screen is narrow. */
  secondary?: N[];
  roles?: readonly Role[];
  /** The action that changes this value in its place, for those who may. */
  action?: A;
  /** Shown (i18n key) where the value is missing; 'list.notAvailable' where left out. */
  placeholder?: string;
  component?: Lazy<CellProps>;
  /** Left out until the person chooses it. */
  hidden?: boolean;
  /** Only where the host offers this. */
  feature?: Feature;
}

/** A filter: a field's name, or more said about it. */
export interface FilterConfig<N extends string> {
  field: N;
  /** Its name in the address and in the list call, where one field has two filters. */
  name?: string;
  /** How it compares; the kind's own way where left out. */
  test?: Test;
  label?: Label;
  roles?: readonly Role[];
  /** Marked as required for these roles (spec 2). */
  required?: readonly Role[];
  /** The values offered, of those the field has. */
  choices?: readonly string[];
  /** The i18n key or text for "no choice made"; 'All' where left out. */
  emptyText?: Label;
  /** For `present`: the i18n keys of the words for yes and no. */
  labels?: { yes: string; no: string };
  /** Only where the host offers this. */
  feature?: Feature;
}

/** A tab above the list: part of its records, or all of them. */
export interface TabConfig<N extends string> {
  /** As the counts of `api.counts` name it; a collection's tabs have none. */
  name: string;
  label: Label;
  /** The filters of the list call that it stands for, by name; the tab without any is that of all records. */
  filter?: Readonly<Record<string, unknown>>;
  sort?: { field: N; order: 'ASC' | 'DESC' };
  /** Rows a page. */
  perPage?: number;
  /** Columns shown here though they are hidden elsewhere. */
  columns?: readonly N[];
  /** Columns that make room for them. */
  hiddenColumns?: readonly N[];
  /** The date whose days part the rows, each with its own choice of all of them. */
  days?: N;
}

/** A line of a popup or an input of a form. */
export interface EntryConfig<N extends string> {
  field: N;
  label?: Label;
  roles?: readonly Role[];
  /** Forms: must be filled in here though the field itself may be empty. */
  required?: boolean;
  /** Forms: the field of the referred record that is sent (references only). */
  value?: string;
  /** Popups: the i18n key where the value is missing. */
  placeholder?: string;
  /** Popups: left out while it is empty. */
  hideEmpty?: boolean;
  /** Popups: a component that draws the value. */
  component?: Lazy<CellProps>;
  /** Forms: a component that asks for the value. */
  input?: Lazy<InputProps>;
  /** Takes the full width. */
  wide?: boolean;
}

export interface GroupConfig<N extends string> {
  label: Label;
  fields: readonly (N | EntryConfig<N>)[];
  /** Only where the host offers this; of a create form, its fields are then no columns of an import. */
  feature?: Feature;
}

export interface ListConfig<N extends string, A extends string> {
  /** A table, or a grid of cards. */
  layout?: 'table' | 'cards';
  columns: readonly (N | ColumnConfig<N, A>)[];
  filters?: readonly (N | FilterConfig<N>)[];
  /** The fields a person may sort by; `sort` is where a list starts. */
  sortable?: readonly N[];
  /** Those sorted by only where the host offers a feature. */
  sortableByFeature?: { readonly [F in Feature]?: readonly N[] };
  sort?: { field: N; order: 'ASC' | 'DESC' };
  /** Collections: numbers and moments whose missing values count as the greatest; else they count as the least. */
  nullsLast?: readonly N[];
  /** Fields that the search looks in. */
  search?: readonly N[];
  /** Rows a page; 10. A host that sets its own page size ignores it. */
  perPage?: number;
  /** The i18n key or text for an empty list. */
  empty?: Label;
  /** Tabs above the list; of a resource with an `api` for the roles that its counts (`api.counts`) are offered to. */
  tabs?: readonly TabConfig<N>[];
  calendar?: CalendarConfig<N, A>;
  component?: Lazy<ViewProps>;
}

/** A calendar beside the list: a day or a week of the records by a date of theirs, in lanes where there are any. */
export interface CalendarConfig<N extends string, A extends string> {
  /** The date (a `date` or `dateTime`) that says where a record stands; the list has a filter by its day. */
  date: N;
  /** Minutes that a record takes up; 60. */
  minutes?: number;
  /** What a record is called there; the list's first column where left out. */
  title?: N;
  /** The choice whose colour and icon it has. */
  color?: N;
  /** A second choice, shown by its icon. */
  mark?: N;
  /** A choice that is filled where something is wrong with the record, which is shown as a warning. */
  warn?: N;
  /** The reference whose records are the lanes, for those who may see them all (`assign`, else list them). */
  lane?: N;
  /** Which of the referred records have a lane even when it is empty, by values of theirs. */
  laneFilter?: Readonly<Record<string, unknown>>;
  /** The action that gives a record without a lane one: what dragging does. Who may not do it sees no lanes. */
  assign?: A;
  /** The actions that give a record another lane, none, or another date, where the host offers them. */
  reassign?: A;
  unassign?: A;
  move?: A;
  /** The values of `color` that count when two records of a lane lie over each other; all of them. */
  conflictValues?: readonly string[];
}

export interface ShowConfig<N extends string> {
  title: N;
  photo?: N;
  /** Fields shown in one line below the title. */
  subtitle?: readonly N[];
  chips?: readonly N[];
  /** Actions, the most important first: the first that a record allows is filled, and comes first. */
  primaryActions?: readonly string[];
  groups: readonly GroupConfig<N>[];
  /** Lists of records of other resources that refer to this one, below the groups. */
  related?: readonly RelatedConfig[];
  component?: Lazy<ShowProps>;
}

/** The records of a collection whose reference names the record that is shown. */
export interface RelatedConfig {
  /** The collection. */
  resource: string;
  /** Its reference to this resource. */
  field: string;
  /** Its name for many where left out. */
  label?: Label;
  /** Fields of it; its list's columns where left out. */
  columns?: readonly string[];
  /** Rows; 5. */
  perPage?: number;
  /** The field they come in the order of; its list's own order where left out. */
  sort?: string;
  /** A reference of theirs: a row leads to what it names, and not to the row's own record. */
  rowLink?: string;
}

export interface FormConfig<N extends string> {
  /** Title of the screen; 'Add {name}' where left out. */
  title?: Label;
  groups: readonly GroupConfig<N>[];
  /**
   * The fields that are checked before anything is sent; all where left out. Those it does not name are checked where the
   * host offers `rules` (frame/wire/features.ts), as it would refuse them.
   */
  validatedFields?: readonly N[];
  /** Whether the longest lengths of its fields are rules of our own server: checked only where the host offers `rules`. */
  hostLengthLimits?: boolean;
  /** Fields whose values the next new record starts with, where the person wants it. */
  sticky?: readonly N[];
  /** The toast after saving. */
  success?: Label;
  component?: Lazy<ViewProps>;
  /** Create: the fields that a new record takes over from one whose popup offers to begin with it. */
  duplicate?: { label: Label; fields: readonly N[]; feature?: Feature };
}

export interface DeleteConfig {
  question: Label;
  /** A further effect, shown below the question on a host that offers the feature. */
  warning?: { text: Label; feature: Feature };
  confirm?: Label;
  running?: Label;
  success?: Label;
}

/** By what the command palette finds a record, and what is shown of it beside that. */
export interface FindConfig<N extends string> {
  field: N;
  secondary?: readonly N[];
}

/** CSV import: its columns are those entries of the create form that fit into a cell. */
export interface ImportConfig<N extends string> {
  /** The row of the template that people can download: what they would type into each cell. */
  example?: { readonly [K in N]?: string };
  /** Fields that a row may lack although the form requires them. */
  optional?: readonly N[];
}

/** What a resource puts into the header of every screen. */
export interface HeaderConfig {
  /** In the middle (a search, say), or among the icons at the end. */
  placement: 'middle' | 'end';
  roles?: readonly Role[];
  component: Lazy<ViewProps>;
}

/** A role's addresses and rights. Without a `list` address there is no screen and no menu entry. */
export interface RoleAccess<N extends string, A extends string> {
  list?: string;
  form?: string;
  /** The screen with its reports. */
  reports?: string;
  can: readonly (Permission | A)[];
  /** Only records whose field holds this person's account id; for collections. */
  own?: N;
  /** Only records that meet this rule; for collections. */
  rows?: RowRule<N>;
}

/** A name that a list or popup may use: a field of the config, or one that every record of a collection has. */
type NameOf<F extends Fields> = (keyof F & string) | SystemField;

/** A resource as defineResource gives it: WHAT it is, as data that the portal and the server read. */
export interface ResourceConfig<F extends Fields = Fields, A extends string = string, T extends string = string> {
  name: string;
  /** Name of an icon (frame/config/icons.ts). */
  icon: IconName;
  /** What one and many of it are called; `resources.{name}` in the i18n files where left out. */
  label?: { one: Label; many: Label };
  /** The texts of the menu, where they differ from the name. */
  menu?: { list?: Label; form?: Label };
  /** Only where the host offers this: its screens, entries and related lists are not there elsewhere. */
  feature?: Feature;
  /** Place in the menu; 50. False keeps it out. */
  order?: number | false;
  fields: F;
  list: ListConfig<NameOf<F>, NoInfer<A>>;
  show?: ShowConfig<NameOf<F>>;
  create?: FormConfig<keyof F & string>;
  edit?: FormConfig<keyof F & string>;
  delete?: DeleteConfig;
  /** For the command palette, by the roles that have a list and may `show`. */
  find?: FindConfig<keyof F & string>;
  /** For the roles that may `import`. */
  import?: ImportConfig<keyof F & string>;
  header?: HeaderConfig;
  actions?: { readonly [K in A]: ActionConfig<keyof F & string> };
  /** Checks the values of a record together: a text or i18n key for each field that is wrong. In forms and, of collections, on the server. */
  validate?: (values: Readonly<Record<string, unknown>>) => { [K in keyof F & string]?: string | undefined };
  /** Collections: keeps what each change made different, to be looked at and restored from. */
  history?: boolean;
  /** Collections: what is deleted goes into a bin and can be taken out again. */
  softDelete?: boolean | SoftDeleteConfig;
  /** Collections: each record is an account of this role, made with it; its e-mail address and its name are the record's. */
  accounts?: Role | AccountsConfig<keyof F & string>;
  /** For collections. */
  states?: StatesConfig<keyof F & string, T>;
  /** For collections. */
  reports?: { readonly [name: string]: ReportConfig<NameOf<F>> };
  /** Resources whose records these are too, seen otherwise: what changes there changes here. */
  dependsOn?: readonly string[];
  roles: PerRole<RoleAccess<keyof F & string, NoInfer<A | T>>>;
  /** Collections: what it was called before, newest first: its records stay its own (docs/changing-a-resource.md). */
  renamedFrom?: string | readonly string[];
  /** Collections: fields that are gone, whose values nobody is to see any more. They stay in the database. */
  dropped?: readonly string[];
  /** Calls of its own; left out, the resource lives at /api/v1/collections/{name}. */
  api?: ResourceApi;
  /** With calls of its own: where our server keeps the records. */
  table?: TableConfig<keyof F & string>;
}

/**
 * Declares a resource; everything else is derived from it. Names of fields and actions are checked as you type,
 * the rest when the app starts (frame/config/check.ts).
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

/** The fields, with those that nobody fills in: the state's, and those computed from others. */
const filled = <F extends Fields>({ fields, states }: Pick<ResourceConfig<F>, 'fields' | 'states'>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (name === states?.field) return [name, { ...field, readOnly: true, default: states.start }];
      return [name, field?.compute || field?.rollup || field?.lookup ? { ...field, readOnly: true } : field];
    }),
  ) as F;

/** A list that says no order of its own; where people may choose one, they may come back to it. */
const newestFirst = <L extends { sortable?: readonly unknown[] }>(list: L): L => ({
  ...list,
  ...(list.sortable?.length && { sortable: ['createdAt', ...list.sortable.filter((name) => name !== 'createdAt')] }),
  sort: { field: 'createdAt', order: 'DESC' },
});

/** A resource whatever its fields: what the views take. */
export type AnyResource = ResourceConfig;

/** What a role may do with a resource, named actions included. */
export const mayDo = (resource: AnyResource, role: Role | null | undefined, action: string): boolean =>
  role !== null && role !== undefined && (resource.roles[role]?.can.includes(action) ?? false);

/** What a resource's list asks for when it is opened. */
export const getInitialListParams = ({ list }: AnyResource): ListParams & { filter: Record<string, never> } => ({
  page: 1,
  perPage: list.perPage ?? 10,
  sort: list.sort ?? { field: 'id', order: 'ASC' },
  filter: {},
});
