import { formatDollars } from 'portal-frame';
import {
  addToOutbox,
  getServerTexts,
  type MessageKind,
  records,
  type Services,
  systemContext,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { readMoneyDocument } from './moneyDocument.ts';
import { renderOnThread } from './renderOnThread.ts';

const LIFETIME_MS = 3 * 24 * 3_600_000;
/** Making the PDF of a large invoice takes seconds. */
const LOCK_MS = 5 * 60_000;

/** Queues the mails of these invoices in a transaction. The outbox holds only ids. */
export const queueInvoiceMails = (db: Db, ids: readonly string[]): Promise<void> =>
  addToOutbox(
    db,
    'invoice',
    ids.map((id) => ({ id })),
    LIFETIME_MS,
  );

/** Mails an invoice to its laboratory in both languages, with its PDF. Neither names a patient. */
async function sendInvoice(id: string, services: Services): Promise<void> {
  const context = systemContext(services);
  const { records: found } = await records(context).find('invoices', { where: { id }, perPage: 1 });
  const [invoice] = found;
  if (!invoice?.laboratory || invoice.state === 'void') return;
  // A deleted laboratory gets none.
  const where = { id: invoice.laboratory };
  const { records: addressed } = await records(context).find('laboratories', { where, fields: ['email'], perPage: 1 });
  const to = addressed[0]?.email;
  if (!to) return;
  const { number, dueOn, total } = invoice;
  const languages = (['en', 'es'] as const).map((language) => getServerTexts(language));
  const say = (key: string) =>
    languages.map(({ translate }) => translate(`mail.invoice.${key}`, { number, dueOn, total: formatDollars(total) }));
  const document = await readMoneyDocument(context, 'invoices', id, languages[0] ?? getServerTexts());
  const attachment = {
    filename: `${document.name}.pdf`,
    contentType: 'application/pdf',
    content: await renderOnThread(document),
  };
  const [subject, text] = [say('subject').join(' / '), say('text').join('\n\n')];
  await services.mailer.send({ to, subject, text, attachments: [attachment] });
}

export const invoiceMessages: MessageKind = {
  lockMs: LOCK_MS,
  send: (payload, services) => sendInvoice((payload as { id: string }).id, services),
};
