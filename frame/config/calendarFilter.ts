import { toEntry } from './entries.ts';
import type { AnyResource, FilterConfig } from './resource.ts';

/** Comparisons that keep the records of one day. */
const BY_DAY = ['day', 'equals'];

/** The name of the list's filter for the records of one day, which a calendar asks by. */
export function getDayFilterName({ fields, list }: AnyResource): string | undefined {
  const date = list.calendar?.date;
  const found = (list.filters ?? [])
    .map((one) => toEntry<FilterConfig<string>>(one))
    .find(
      ({ field, test = (fields[field]?.kind.filter || undefined)?.test }) =>
        field === date && BY_DAY.includes(test ?? ''),
    );
  return found && (found.name ?? found.field);
}
