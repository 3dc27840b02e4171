import type { Label, Lazy } from '../fields/kind.ts';
import type { Operator, Where } from '../where/where.ts';
import type { Role } from '../wire/call.ts';
import type { Feature } from '../wire/features.ts';
import type { CellProps, ViewProps } from './types/componentProps.ts';

/** Comparisons of a filter with one value. */
export type FilterOperator = Exclude<Operator, 'some' | 'every'>;

/** Column of a list. */
export interface ColumnConfig<N extends string, A extends string> {
  field: N;
  /** Default: the text `resources.{resource}.columns.{field}`, else the field's label. */
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
  /** Nothing while it is empty: cards on phones leave out the line. */
  hideEmpty?: boolean;
  /** Cards on phones: false leaves it out, 'secondary' shows it below the heading without its label. */
  cards?: false | 'secondary';
  /** Requires this feature of the host. */
  feature?: Feature;
}

/** Filter of a list. */
export interface FilterConfig<N extends string> {
  field: N;
  /** Name in the address and in the list call, if a field has two filters. */
  name?: string;
  /** Comparison. Default: the kind's own. */
  operator?: FilterOperator;
  label?: Label;
  roles?: readonly Role[];
  /** Roles that see it marked as required (spec 2). */
  required?: readonly Role[];
  /** Offered values. Default: all of the field. */
  choices?: readonly string[];
  /** Text or i18n key of the empty choice. Default: 'All'. */
  emptyText?: Label;
  /** For `exists`: i18n keys for yes and no. Default: `resources.{resource}.filters.{name}.yes` and `.no`. */
  labels?: { yes: string; no: string };
  /** Of a served table: what a toggle without a column stands for. `true` selects the records that match, `false` others. */
  where?: Where;
  /** Requires this feature of the host. */
  feature?: Feature;
}

/** Tab above a list. */
export interface TabConfig<N extends string, R extends object = Record<string, unknown>> {
  /** Name in the address, and in the counts of `api.counts`. Tabs of collections have no counts. */
  name: string;
  label: Label;
  /** Collections: only records that match. Without it the tab shows all records. */
  where?: Where<R>;
  /** With `api`: filters of the list call. Without them the tab shows all records. */
  parameters?: Readonly<Record<string, unknown>>;
  sort?: { field: N; order: 'ASC' | 'DESC' };
  perPage?: number;
  /** Columns shown here although hidden elsewhere. */
  extraColumns?: readonly N[];
  /** Columns hidden here. */
  hiddenColumns?: readonly N[];
  /** Date field that groups the rows by day; each day can be selected. */
  groupByDay?: N;
}

/** Keys of lists that plug-ins add, for the names of fields and actions. */
// biome-ignore lint/suspicious/noEmptyInterface: a plug-in adds to it.
export interface ListKeys<_N extends string, _A extends string> {}

interface ListOptions<N extends string, A extends string, R extends object> extends ListKeys<N, A> {
  layout?: 'table' | 'cards';
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
  /** View that a click on a row of the table opens for roles that may edit. Default: 'show'. */
  rowClick?: 'show' | 'edit';
  /** Text or i18n key of an empty list. Default: the text `resources.{resource}.empty`. */
  empty?: Label;
  /** Tabs above the list. With an `api`, only roles with `api.counts` see them. */
  tabs?: readonly TabConfig<N, R>[];
  /**
   * Collections: times of a record, which the filter `during` compares. A missing end is open. Plug-ins set it from
   * their keys (`prepare`).
   */
  period?: { readonly start: N; readonly end?: N };
  component?: Lazy<ViewProps>;
}

export interface ListConfig<N extends string, A extends string, R extends object = Record<string, unknown>>
  extends ListOptions<N, A, R> {
  columns: readonly (N | ColumnConfig<N, A>)[];
}

/** List as a config says it. */
export interface ListInput<N extends string, A extends string, R extends object>
  extends Omit<ListOptions<N, A, R>, 'tabs'> {
  /** Default label: the text `resources.{resource}.tabs.{name}`. */
  tabs?: readonly (Omit<TabConfig<N, R>, 'label'> & { label?: Label })[];
  /** Default: the first five fields that fit into a column. */
  columns?: readonly (N | ColumnConfig<N, A>)[];
}
