import { z } from 'zod';

export const MONEY_DOCUMENTS = ['invoices', 'payouts'] as const;
export type MoneyDocumentName = (typeof MONEY_DOCUMENTS)[number];
export const MONEY_FORMATS = ['pdf', 'csv'] as const;
export type MoneyFormat = (typeof MONEY_FORMATS)[number];

export const MONEY_DOCUMENT_PATH = '/common/money-document';
export const moneyDocumentBody = z.object({ resource: z.enum(MONEY_DOCUMENTS) });
