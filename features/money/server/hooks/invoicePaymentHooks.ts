import { defineHooks } from 'portal-frame/server';
import invoicePayments from '../../resources/invoicePayments.ts';
import { takeBack } from '../documentPayments.ts';

export default defineHooks(invoicePayments, {
  after: { transition: (context) => takeBack('invoices', context as never) },
});
