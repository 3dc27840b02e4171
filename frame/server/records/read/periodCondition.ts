import { PERIOD_FILTER } from '../../../config/listFilters.ts';
import type { Where } from '../../../where/where.ts';
import type { Account } from '../../http/callHandler.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { createListRefusal } from '../query/compileWhere.ts';
import { toDayRange } from '../query/operatorMap.ts';
import type { Collection } from '../schema/collection.ts';

/**
 * Converts the filter `during` to a condition: records that overlap the time from the first to the last day. Returns
 * undefined if the list has no `period`, or the role may not know its times. Throws an HttpError (400) for other values
 * than two days.
 */
export function toPeriodWhere(
  { resource, columns }: Collection,
  expected: unknown,
  { role }: Account,
  zone: string,
): Where | undefined {
  const { start, end = start } = resource.list.period ?? {};
  if (!start || !end || ![start, end].every((name) => mayFindBy(resource, role, name))) return undefined;
  const days = Array.isArray(expected) && expected.length === 2 ? (expected as string[]) : [];
  const [first = '', last = ''] = days;
  const range = toDayRange(first, zone);
  if (!range || !toDayRange(last, zone))
    throw createListRefusal('filter', `the value of "${PERIOD_FILTER}" is no list of two days`);
  if (end === start) return { [start]: { gte: first, lte: last } };
  const isMoment = columns.find(({ name }) => name === start)?.storage === 'moment';
  const ends = isMoment ? { gt: new Date(range.from).toISOString() } : { gte: first };
  // A record whose end is before its start shows at its start.
  return { and: [{ [start]: { lte: last } }, { or: [{ [start]: { gte: first } }, { [end]: null }, { [end]: ends }] }] };
}
