import { toEntry } from './app/entries.ts';
import type { AnyResource, FilterConfig } from './resource.ts';

const BY_DAY = ['day', 'equals'];

/** Returns the name of the list filter that narrows the calendar to one day. */
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
