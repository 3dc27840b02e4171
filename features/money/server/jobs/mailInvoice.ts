import { formatDay, formatDollars, type RecordOf } from 'portal-frame';
import { attachDocument } from 'portal-frame/plugins/documents/server';
import { defineJob, getServerTexts, getToday, type JobContext, records } from 'portal-frame/server';
import { findBusinessName, findBusinessProfile } from '../../../../server/outbox/businessProfile.ts';
import type invoices from '../../resources/invoices.ts';
import { invoiceDocument } from '../moneyDocument.ts';

type Invoice = RecordOf<typeof invoices>;

/**
 * Mails an invoice, a reminder, or that it is void to its laboratory in both languages, with its PDF. None names a
 * patient. Returns false without an address: laboratories are deleted, and payers may have no account.
 */
export async function mailInvoice(context: JobContext, invoice: Invoice, kind: 'invoice' | 'reminder' | 'void') {
  const { id, number, dueOn, total, balance, laboratory, state } = invoice;
  if (!laboratory || (state === 'void') !== (kind === 'void')) return false;
  const where = { id: laboratory };
  const { records: addressed } = await records(context).find('laboratories', { where, fields: ['email'], perPage: 1 });
  const to = addressed[0]?.email;
  if (!to) return false;
  const { services } = context;
  const profile = await findBusinessProfile(services);
  const isCredit = total < 0;
  const say = async (language: 'en' | 'es') => {
    const { translate } = getServerTexts(language);
    const business = await findBusinessName(services, language);
    const day = formatDay(dueOn ?? '', { locale: language, t: translate });
    const amount = formatDollars(isCredit ? -total : kind === 'reminder' ? (balance ?? total) : total);
    const args = { number, business, amount, day };
    const name = kind === 'void' ? (isCredit ? 'voidCredit' : 'void') : isCredit ? 'credit' : kind;
    const pay =
      profile?.paymentLink && !isCredit && kind !== 'void'
        ? translate('mail.invoice.pay', { link: profile.paymentLink })
        : '';
    const contact = [profile?.phone, profile?.email].filter(Boolean).join(', ');
    const closing = contact ? translate('mail.invoice.questions', { contact }) : '';
    return {
      subject: translate(`mail.invoice.${name}.subject`, args),
      text: [translate(`mail.invoice.${name}.text`, args), pay, closing, business].filter(Boolean).join('\n\n'),
    };
  };
  const parts = [await say('en'), await say('es')];
  await services.mailer.send({
    to,
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts.map(({ text }) => text).join('\n\n---\n\n'),
    attachments: [await attachDocument(invoiceDocument, context, id, 'en')],
  });
  return true;
}

/** Started for each new invoice, and by “Send again by email” (`automations` of ../../resources/invoices.ts). */
export default defineJob({
  name: 'mail invoice',
  resource: 'invoices',
  async run(context, record) {
    const invoice = record as Invoice;
    if (!(await mailInvoice(context, invoice, 'invoice'))) return;
    const deliveredOn = getToday(context.services.config.timeZone);
    await records(context).update('invoices', invoice.id, { delivery: 'mailed', deliveredOn });
  },
});
