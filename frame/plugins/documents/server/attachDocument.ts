import type { RecordsContext } from 'portal-frame/server';
import { composeDocument } from './composeDocument.ts';
import type { DocumentDefinition } from './documentTemplate.ts';
import { renderOnThread } from './renderOnThread.ts';

/**
 * Renders a document as the attachment of a mail, with the rights of the context. Throws an HttpError (403, 404).
 * @example await sendMail(context, { to, subject, text, attachments: [await attachDocument(certificate, context, id)] });
 */
export async function attachDocument(
  document: DocumentDefinition,
  context: RecordsContext,
  id: string,
  language?: string,
): Promise<{ filename: string; contentType: string; content: Buffer }> {
  const composed = await composeDocument(document, context, id, language);
  return {
    filename: `${composed.name}.pdf`,
    contentType: 'application/pdf',
    content: await renderOnThread(composed),
  };
}
