import { defineHooks } from 'portal-frame/server';
import invoicePayments from '../../src/resources/invoicePayments.ts';
import { takeBack } from '../money/documentPayments.ts';

export default defineHooks(invoicePayments, {
  after: { transition: (context) => takeBack('invoices', context as never) },
});
