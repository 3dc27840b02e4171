import { defineHooks, HttpError, type RecordsContext, records, systemContext } from 'portal-frame/server';
import closedDays from '../../src/resources/closedDays.ts';

interface ClosedDay {
  date: string;
  laboratory?: string | null;
}

/** Throws an HttpError (409) if the business has this day. The config's rule compares only days of a laboratory. */
async function refuseTwice(context: RecordsContext & { id?: string }, { date, laboratory }: ClosedDay): Promise<void> {
  if (laboratory) return;
  const where = { date, laboratory: null, id: { not: context.id ?? '' } };
  const { records: same } = await records(systemContext(context)).find('closedDays', { where, perPage: 1 });
  const [{ name: title } = {}] = same;
  const errors = { date: 'server.sameValues' };
  if (title !== undefined) throw new HttpError(409, 'server.sameValues', { args: { title }, errors });
}

export default defineHooks(closedDays, {
  before: {
    create: (context) => refuseTwice(context, context.values),
    change: (context) => refuseTwice(context, { ...context.before, ...context.values }),
  },
});
