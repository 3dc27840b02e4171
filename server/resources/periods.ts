import { defineHooks, getToday, HttpError } from 'portal-frame/server';
import { addMonths } from 'portal-frame/wire';
import periods from '../../src/resources/periods.ts';
import { checkMonth, lockLedger, voidDocuments, writeDocuments } from '../money/closeMonth.ts';

export default defineHooks(periods, {
  before: {
    create({ values, refuse }) {
      if (!values.month.endsWith('-01')) refuse('server.firstOfMonth', 'month');
    },
    change: async (context) =>
      context.action === 'check' ? { ...(await checkMonth(context, context.before.month)) } : {},
    async transition(context) {
      const { action, before, values, id, services, refuse } = context;
      await lockLedger(context);
      if (action === 'reopen') return void (await voidDocuments(context, id));
      if (getToday(services.config.timeZone) < addMonths(before.month, 1)) refuse('server.monthNotOver');
      const open = await checkMonth(context, before.month);
      const count = open.withoutResult + open.withoutPrice + open.withoutEmployee;
      if (count > 0 && !values.closeAnyway) throw new HttpError(409, 'server.monthUnfinished', { args: { ...open } });
      return { ...open };
    },
  },
  after: {
    async transition(context) {
      if (context.action === 'close') await writeDocuments(context, { id: context.id, month: context.values.month });
    },
  },
});
