import { sql } from 'kysely';
import { defineHooks, HttpError, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import { acquireLock } from 'portal-frame/server/database';
import closedDays from '../../resources/closedDays.ts';

interface ClosedDay {
  date: string;
  laboratory?: string | null;
}

type Context = Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'db'> & { id?: string };

/** Throws an HttpError (409) if the business has this day. The config's rule compares only days of a laboratory. */
async function refuseTwice(context: Context, { date, laboratory }: ClosedDay): Promise<void> {
  if (laboratory) return;
  await acquireLock(context.db, context.services.store.kind, sql`hashtext('closed days')`);
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
