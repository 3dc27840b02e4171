import { useView } from 'portal-frame/browser';
import { useListContext } from 'ra-core';
import { listReportsFor } from '../reportConfig.ts';

/** Returns the totals of a list for its filters. A report that lacks one of them is left out, as it would count more. */
export function useTotals() {
  const { resource, role } = useView();
  const { filterValues } = useListContext();
  const filtered = Object.keys(filterValues);
  return listReportsFor(resource, role)
    .filter(
      ([name, { filters = [] }]) =>
        resource.list.totals?.includes(name) && filtered.every((one) => filters.includes(one)),
    )
    .map(([name, report]) => ({ resource, name, report }));
}
