import type { Where } from '../where/where.ts';
import { toEntry } from './app/entries.ts';
import type { FilterConfig, FilterOperator, TabConfig } from './listConfig.ts';
import type { AnyResource } from './types/anyResource.ts';

/** Returns the filters of a resource by their name in list calls. */
export function getFilters({ list }: AnyResource): Map<string, FilterConfig<string>> {
  const filters = (list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  return new Map(filters.map((one) => [one.name ?? one.field, one]));
}

/** Returns the comparison of a filter: its own, else that of the field's kind. */
export const getFilterOperator = (
  { fields }: AnyResource,
  { field, operator }: Pick<FilterConfig<string>, 'field' | 'operator'>,
): FilterOperator =>
  operator ?? ((fields[field]?.kind.filter || undefined)?.operator as FilterOperator | undefined) ?? 'equals';

/** Converts a filter's value to a condition. An address holds true and false as text. */
export function toFilterWhere(field: string, operator: FilterOperator, value: unknown): Where {
  const isFlag = operator === 'exists' && ['true', 'false'].includes(String(value));
  const operand = isFlag
    ? String(value) === 'true'
    : operator === 'contains' && typeof value === 'number'
      ? String(value)
      : value;
  return { [field]: Array.isArray(operand) && operator === 'equals' ? operand : { [operator]: operand } } as Where;
}

/** Filter of collections with a `list.period`: records that overlap the time between two days, `[first, last]`. */
export const PERIOD_FILTER = 'during';

export const TAB_FILTER = 'tab';

/** Returns the filters of a tab. The data provider replaces the name of a collection's tab by its condition. */
export const getTabFilter = ({ name, where, parameters }: TabConfig<string>) =>
  parameters ?? (where && { [TAB_FILTER]: name });
