import { defineHooks, HttpError } from 'portal-frame/server';
import adjustments from '../resources/adjustments.ts';
import { bookForInvoice, hasLine, isRepeated, reverseForInvoice } from './ledgerAdjustments.ts';

export default defineHooks(adjustments, {
  before: {
    async create({ values, refuse, ...context }) {
      if (values.change === 'waive' && !(await hasLine(context, values as never)))
        refuse('server.nothingToWaive', 'kind');
      if (!values.recordAgain && (await isRepeated(context, values as never)))
        throw new HttpError(409, 'server.sameAdjustment', { data: { confirm: 'recordAgain' } });
      return { recordAgain: null };
    },
  },
  /** Adjustments of visits are settled with the visits (`moneyFacts` of index.ts). */
  after: {
    async create({ id, values, ...context }) {
      if (values.invoice) await bookForInvoice(context, { ...values, id } as never);
    },
    async transition({ id, values, ...context }) {
      if (values.invoice) await reverseForInvoice(context, { ...values, id } as never);
    },
  },
});
