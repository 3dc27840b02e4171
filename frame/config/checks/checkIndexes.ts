import type { ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { isFilteredByValue } from '../rowRules.ts';

/** Checks that each of the further indexes is by a filter and in a sort order of the list. */
export function checkIndexes(resource: AnyResource, report: ErrorReporter): void {
  const { indexes, api, fields, list } = resource;
  if (api && indexes !== undefined) report('indexes', indexes, 'nothing: migrations create the indexes of a table');
  const filters = Object.keys(fields).filter((name) => isFilteredByValue(resource, name));
  const orders: string[] = [...(list.sortable ?? []), ...(list.sort ? [list.sort.field] : [])];
  for (const [index, { fields: names }] of (indexes || []).entries()) {
    const [filter, order] = names;
    if (filter in fields && !filters.includes(filter))
      report(`indexes.${index}.fields.0`, filter, 'a field that lists are filtered by values of', filters);
    if (order in fields && !orders.includes(order))
      report(`indexes.${index}.fields.1`, order, 'a sortable field', orders);
  }
}
