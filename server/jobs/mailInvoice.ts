import { formatDollars, type RecordOf } from 'portal-frame';
import { defineJob, getServerTexts, type JobContext, records, renderDocument } from 'portal-frame/server';
import type invoices from '../../src/resources/invoices.ts';
import { readMoneyDocument } from '../money/moneyDocument.ts';

/** Mails an invoice to its laboratory in both languages, with its PDF. Neither names a patient. */
async function mailInvoice(context: JobContext, invoice: RecordOf<typeof invoices>): Promise<void> {
  const { id, number, dueOn, total, laboratory, state } = invoice;
  if (!laboratory || state === 'void') return;
  // A deleted laboratory gets none.
  const where = { id: laboratory };
  const { records: addressed } = await records(context).find('laboratories', { where, fields: ['email'], perPage: 1 });
  const to = addressed[0]?.email;
  if (!to) return;
  const languages = (['en', 'es'] as const).map((language) => getServerTexts(language));
  const say = (key: string) =>
    languages.map(({ translate }) => translate(`mail.invoice.${key}`, { number, dueOn, total: formatDollars(total) }));
  const document = await readMoneyDocument(context, 'invoices', id, languages[0] ?? getServerTexts());
  const attachment = {
    filename: `${document.name}.pdf`,
    contentType: 'application/pdf',
    content: await renderDocument(document),
  };
  const [subject, text] = [say('subject').join(' / '), say('text').join('\n\n')];
  await context.services.mailer.send({ to, subject, text, attachments: [attachment] });
}

/** Started for each invoice (`automations` of src/resources/invoices.ts). */
export default defineJob({
  name: 'mail invoice',
  resource: 'invoices',
  run: (context, invoice) => mailInvoice(context, invoice as RecordOf<typeof invoices>),
});
