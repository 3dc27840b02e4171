export const MONEY_DOCUMENTS = ['invoices', 'payouts'] as const;
export type MoneyDocumentName = (typeof MONEY_DOCUMENTS)[number];

export const MONEY_DOCUMENT_PATH = '/common/money-document';
