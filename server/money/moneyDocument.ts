import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { type CollectionRecord, formatDollars } from 'portal-frame';
import {
  createEventLoopYield,
  type RecordsContext,
  type RequestTexts,
  records,
  registerDocuments,
  type Services,
  type TableDocument,
} from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import { explainEntry } from '../../src/wire/money/explainEntry.ts';
import { MONEY_DOCUMENT_PATH, MONEY_DOCUMENTS, type MoneyDocumentName } from '../../src/wire/money/moneyDocument.ts';

const FIELDS = ['visitAt', 'patientCode', 'kind', 'side', 'quantity', 'rate', 'since', 'limit', 'own'] as const;
type Entry = Pick<CollectionRecord<'ledgerEntries'>, (typeof FIELDS)[number]> & {
  charge?: number | null;
  earning?: number | null;
};

/** Entries of one read. A larger one would hold up other requests. */
const PAGE_SIZE = 200;

/** Finds the entries of a month that the caller sees, in the order of the visits. */
async function findEntries(context: RecordsContext, where: object, side: 'charge' | 'earning'): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let page = 1; ; page++) {
    const sort = { field: 'visitAt', order: 'ASC' } as const;
    const options = { where: { ...where, side } as never, fields: [...FIELDS, side], sort, page, perPage: PAGE_SIZE };
    const { records: some, totalPages } = await records(context).find('ledgerEntries', options);
    found.push(...(some as unknown as Entry[]));
    if (page >= totalPages) return found;
  }
}

/** Finds an invoice or payout and the facts that are said of it. A laboratory without an account has its name alone. */
async function findRecord(
  context: RecordsContext,
  resource: MoneyDocumentName,
  id: string,
  { translate }: RequestTexts,
) {
  const api = records(context);
  const say = (field: string, value: string | null | undefined) =>
    [translate(`resources.${resource}.fields.${field}`), value ?? ''] as const;
  if (resource === 'payouts') {
    const { employee, month, ...payout } = await api.findOne('payouts', id);
    // Not by the records API, because statements of deleted employees keep the name.
    const names = await findAccountNames(context.services.db, [employee ?? '']);
    const facts = [say('employee', names.get(employee ?? ''))];
    const title = translate('money.statementOf', { month: month?.slice(0, 7) });
    return { ...payout, where: { month, employee }, name: `statement-${month?.slice(0, 7)}`, facts, title };
  }
  const { number, laboratory, payer, month, dueOn, balance, ...invoice } = await api.findOne('invoices', id);
  const open = [say('dueOn', dueOn), say('balance', formatDollars(balance ?? 0))];
  const facts = [say('payer', payer), say('month', month?.slice(0, 7)), ...(invoice.state === 'void' ? [] : open)];
  const where = { month, ...(laboratory ? { laboratory } : { payer }) };
  const title = translate('money.invoiceOf', { number });
  return { ...invoice, where, name: `invoice-${number}`, facts, title };
}

/** Reads an invoice or payout with its lines, with the rights of the caller. Throws an HttpError (403, 404). */
export async function readMoneyDocument(
  context: RecordsContext,
  resource: MoneyDocumentName,
  id: string,
  texts: RequestTexts,
): Promise<TableDocument> {
  const { where, name, facts, title, total, state, createdAt } = await findRecord(context, resource, id, texts);
  const side = resource === 'payouts' ? 'earning' : 'charge';
  // A void document keeps the lines of its time: the month was changed after it was reopened.
  const whileValid = state === 'void' && { createdAt: { lte: createdAt } };
  const entries = await findEntries(context, { ...where, ...whileValid }, side);
  const yieldNow = createEventLoopYield();
  const lines: string[][] = [];
  const zone = context.services.config.timeZone;
  const head = (field: string) => texts.translate(`resources.ledgerEntries.fields.${field}`);
  for (const entry of entries) {
    await yieldNow();
    lines.push([
      DateTime.fromISO(entry.visitAt, { zone }).toFormat('yyyy-MM-dd HH:mm'),
      entry.patientCode,
      explainEntry(entry, texts.translate),
      (entry[side] ?? 0).toFixed(2),
    ]);
  }
  return {
    ...{ name, facts },
    title: state === 'void' ? `${title} (${texts.translate('money.states.void')})` : title,
    heads: [head('visitAt'), head('patientCode'), texts.translate('money.explanation'), head(side)],
    lines,
    total: formatDollars(total),
  };
}

/** Serves invoices and statements of pay as files, to those who may see them. */
export const registerMoneyDocuments = (app: FastifyInstance, services: Services): void =>
  registerDocuments(app, services, {
    name: 'moneyDocument',
    path: MONEY_DOCUMENT_PATH,
    summary: 'An invoice or a statement of pay',
    resources: MONEY_DOCUMENTS,
    roles: ['admin', 'employee', 'laboratory'],
    read: readMoneyDocument,
  });
