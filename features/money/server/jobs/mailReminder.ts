import type { RecordOf } from 'portal-frame';
import { defineJob } from 'portal-frame/server';
import type invoices from '../../resources/invoices.ts';
import { mailInvoice } from './mailInvoice.ts';

/** Started when an admin or the job “late invoices” sets the day of a reminder. */
export default defineJob({
  name: 'mail reminder',
  resource: 'invoices',
  run: (context, record) => mailInvoice(context, record as RecordOf<typeof invoices>, 'reminder'),
});
