import { defineHooks } from 'portal-frame/server';
import invoices from '../../src/resources/invoices.ts';

export default defineHooks(invoices, {
  before: {
    transition({ action, before, values, refuse }) {
      const balance = Math.round((before.total - before.paid) * 100);
      if (action === 'pay') return { payment: balance / 100, paid: before.total };
      if (action === 'void') return {};
      const payment = Math.round((values.payment ?? 0) * 100);
      if (payment <= 0 || payment >= balance) refuse('server.notPartly', 'payment');
      return { paid: (Math.round(before.paid * 100) + payment) / 100 };
    },
  },
});
