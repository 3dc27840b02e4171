import { sql } from 'kysely';
import { defineHooks, HttpError, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import { acquireLock, type StoredRecord } from 'portal-frame/server/database';
import timeOff from '../../resources/timeOff.ts';

type Days = Partial<Pick<StoredRecord<'timeOff'>, 'employee' | 'from' | 'to'>>;
type Context = Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'db'> & { id?: string };

/** Throws an HttpError (409) if the employee has time off on just these days already. Refused requests do not count. */
async function refuseTwice(context: Context, { employee, from, to }: Days): Promise<void> {
  await acquireLock(context.db, context.services.store.kind, sql`hashtext(${`time off ${employee}`})`);
  const where = { employee, from, to, state: ['requested', 'approved'], id: { not: context.id ?? '' } };
  const { records: same } = await records(systemContext(context)).find('timeOff', { where, perPage: 1 } as never);
  if (same.length > 0) throw new HttpError(409, 'server.sameTimeOff', { errors: { from: 'server.sameTimeOff' } });
}

export default defineHooks(timeOff, {
  before: {
    /** Time off that an admin enters needs no approval. */
    async create({ values, ...context }) {
      // A plan that is accepted enters approved time off, beside a request of the employee.
      if (values.state !== 'approved') await refuseTwice(context, values);
      return context.account?.role === 'employee' ? {} : { state: 'approved' as const };
    },
    async change({ values, before, ...context }) {
      if ('employee' in values || 'from' in values || 'to' in values)
        await refuseTwice(context, { ...before, ...values });
    },
  },
});
