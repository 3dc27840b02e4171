import { defineHooks, getToday, HttpError, type RecordsContext, systemContext } from 'portal-frame/server';
import { addMonths } from 'portal-frame/wire';
import periods from '../../resources/periods.ts';
import { type MonthState, prepareMonth, sumHeldMonth, voidDocuments, writeDocuments } from '../closeMonth.ts';

type Context = RecordsContext & { prepared?: unknown };

/** Returns the month's state, computed now if `prepare` did not: for several months, or inside a transaction. */
const getMonth = (context: Context, month: string): Promise<MonthState> =>
  context.prepared ? Promise.resolve(context.prepared as MonthState) : prepareMonth(context, month);

export default defineHooks(periods, {
  /** Closing and reopening write the documents of all parties. */
  timeout: 300,
  prepare: {
    transition: ({ action, before, services }) =>
      action === 'close' ? prepareMonth(systemContext(services), before.month) : undefined,
  },
  before: {
    create({ values, refuse }) {
      if (!values.month.endsWith('-01')) refuse('server.firstOfMonth', 'month');
    },
    async transition(context) {
      const { action, before, values, id, services, refuse } = context;
      if (action === 'reopen') return void (await voidDocuments(context, id));
      if (getToday(services.config.timeZone) < addMonths(before.month, 1)) refuse('server.monthNotOver');
      const prepared = await getMonth(context, before.month);
      const { checklist } = prepared;
      const count = Object.values(checklist).reduce((sum, one) => sum + one);
      if (count > 0 && !values.closeAnyway)
        throw new HttpError(409, 'server.monthUnfinished', {
          args: { ...checklist },
          data: { confirm: 'closeAnyway' },
        });
      return { ...checklist, ...(await sumHeldMonth(context, before.month, prepared)) };
    },
  },
  after: {
    async transition(context) {
      const { action, id, values } = context;
      if (action === 'close')
        await writeDocuments(context, { id, month: values.month }, await getMonth(context, values.month));
    },
  },
});
