import type { RecordOf } from 'portal-frame';
import { defineJob } from 'portal-frame/server';
import type invoices from '../../resources/invoices.ts';
import { mailInvoice } from './mailInvoice.ts';

/** Started when a mailed invoice becomes void: its month was reopened. */
export default defineJob({
  name: 'mail void invoice',
  resource: 'invoices',
  run: (context, record) => mailInvoice(context, record as RecordOf<typeof invoices>, 'void'),
});
