import type { Where } from '../where/where.ts';
import type { Complete, Keys } from './schemas/keyTypes.ts';
import type { column, filter, listSchema, tab } from './schemas/listSchema.ts';

type AnyRecord = Record<string, unknown>;

/** Column of a list. */
export interface ColumnConfig<N extends string, A extends string>
  extends Keys<typeof column, { field: N; action: A }> {}

/** Filter of a list. */
export interface FilterConfig<N extends string> extends Keys<typeof filter, { field: N }> {}
export type FilterOperator = NonNullable<FilterConfig<string>['operator']>;

/** Tab above a list, as a config says it. Default label: the text `resources.{resource}.tabs.{name}`. */
export interface TabInput<N extends string, R extends object = AnyRecord>
  extends Keys<typeof tab, { field: N; where: Where<R> }> {}
export interface TabConfig<N extends string, R extends object = AnyRecord> extends Complete<TabInput<N, R>, 'label'> {}

/** Keys of lists that plug-ins add, for the names of fields and actions. */
// biome-ignore lint/suspicious/noEmptyInterface: a plug-in adds to it.
export interface ListKeys<_N extends string, _A extends string> {}

interface ListParts<N extends string, A extends string> {
  field: N;
  column: ColumnConfig<N, A>;
  filter: FilterConfig<N>;
}

/** List as a config says it. Default columns: the first five fields that fit into a column. */
export interface ListInput<N extends string, A extends string, R extends object>
  extends Keys<typeof listSchema, ListParts<N, A> & { tab: TabInput<N, R> }>,
    ListKeys<N, A> {}

export interface ListConfig<N extends string, A extends string, R extends object = AnyRecord>
  extends Complete<Keys<typeof listSchema, ListParts<N, A> & { tab: TabConfig<N, R> }>, 'columns'>,
    ListKeys<N, A> {
  /**
   * Collections: times of a record, which the filter `during` compares. A missing end is open. Plug-ins set it from
   * their keys (`prepare`).
   */
  period?: { readonly start: N; readonly end?: N };
}
