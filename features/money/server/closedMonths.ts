import type { CollectionRecord } from 'portal-frame';
import { HttpError, type RecordsContext, records, systemContext } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';

type Dated = Partial<Pick<CollectionRecord<'prices'>, 'from' | 'to'>> & Readonly<Record<string, unknown>>;

const OPEN_END = '9999-12-31';
const endOf = ({ to }: Dated) => to ?? OPEN_END;

/** Returns the first and last day on which a change of a price or rate counts; undefined if there are none. */
function findChangedDays(before: Dated | undefined, after: Dated | undefined): [string, string] | undefined {
  const [one, other] = [before ?? after, after ?? before] as [Dated, Dated];
  const names = [...Object.keys(one), ...Object.keys(other)].filter((name) => name !== 'from' && name !== 'to');
  const isMoved = before && after && names.every((name) => (one[name] ?? null) === (other[name] ?? null));
  const starts = [one.from ?? '', other.from ?? ''].toSorted() as [string, string];
  const ends = [endOf(one), endOf(other)].toSorted() as [string, string];
  if (!isMoved) return [starts[0], ends[1]];
  // Only days that one of both covers.
  if (starts[0] !== starts[1]) return [starts[0], ends[0] === ends[1] ? addDays(starts[1], -1) : ends[1]];
  return ends[0] === ends[1] ? undefined : [addDays(ends[0], 1), ends[1]];
}

/** Throws an HttpError (409) that names the month if a change of a price or rate would count in a closed month. */
async function refuseClosedMonths(
  context: RecordsContext,
  before: Dated | undefined,
  after: Dated | undefined,
): Promise<void> {
  const days = findChangedDays(before, after);
  if (!days) return;
  const [first, last] = days;
  const { records: closed } = await records(systemContext(context)).find('periods', {
    where: { state: 'closed', month: { gte: `${first.slice(0, 7)}-01`, lte: last } },
    sort: { field: 'month', order: 'DESC' },
    perPage: 1,
  });
  const [found] = closed;
  if (found) throw new HttpError(409, 'server.monthClosed', { args: { month: found.month.slice(0, 7) } });
}

type Context<V> = RecordsContext & { values: V };

/** Hooks of prices and rates: none of them may alter a closed month. */
export const keepClosedMonths = {
  before: {
    create: (context: Context<Dated>) => refuseClosedMonths(context, undefined, context.values),
    change: (context: Context<Dated> & { before: Dated }) =>
      refuseClosedMonths(context, context.before, { ...context.before, ...context.values }),
    delete: (context: Context<Dated>) => refuseClosedMonths(context, context.values, undefined),
  },
};
