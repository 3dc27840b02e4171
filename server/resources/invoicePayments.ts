import { defineHooks } from 'portal-frame/server';
import invoicePayments from '../../src/resources/invoicePayments.ts';
import { refreshPaid, reversePayment } from '../money/invoicePayments.ts';

export default defineHooks(invoicePayments, {
  after: {
    async transition({ action, id, values, ...context }) {
      if (action !== 'remove' && action !== 'removeAlong') return;
      await reversePayment(context, { ...values, id } as never);
      if (action === 'remove') await refreshPaid(context, String(values.invoice));
    },
  },
});
