import type { AnyResource, Fields, Label, RecordOf, Role } from 'portal-frame';
import type { RecordsContext } from 'portal-frame/server';
import type { RecordValues } from 'portal-frame/server/plugins';
import type { DocumentBlock } from '../renderedDocument.ts';

/** Texts and formats of the reader's language; times are in the business time zone. */
export interface DocumentFormat {
  language: string;
  say(key: string, options?: Record<string, unknown>): string;
  money(dollars: number): string;
  number(value: number): string;
  /** Formats YYYY-MM-DD: March 8, 2026. */
  day(day: string): string;
  /** Formats the first day of a month: March 2026. */
  month(day: string): string;
  /** Formats a moment: Mar 8, 2026, 2:30 PM. */
  moment(moment: string): string;
  /** The calendar day of a moment, as YYYY-MM-DD. */
  toDay(moment: string): string;
}

type CellValue = string | number | null | undefined;
/** Format of a computed value. Default: text. */
export type ShownAs = 'text' | 'money' | 'number' | 'day' | 'month' | 'moment';

/** A computed value with its label. */
export interface ComputedValue<R> {
  label: Label;
  as?: ShownAs;
  value(record: R, format: DocumentFormat): CellValue;
}
/** A field, formatted by its kind, or a computed value. */
export type DocumentValue<R> = (keyof R & string) | ComputedValue<R>;

export type DocumentColumn<Row> = ComputedValue<Row> & {
  /** Share of the page's width. Default: 1. */
  width?: number;
  /** In a table with `groupBy`: the sum over the group's rows instead of the first row's value. */
  sum?: true;
};

/** A table of the document's rows. */
export interface TableTemplate<R, Row> {
  heading?: Label;
  columns: readonly DocumentColumn<Row>[];
  /** One line for each group of rows with the same result, such as a kind and its price. */
  groupBy?(row: Row): string;
  totals?(record: R, rows: readonly Row[], format: DocumentFormat): readonly ComputedTotal[];
}
export interface ComputedTotal {
  label: Label;
  as?: ShownAs;
  value: CellValue;
}

/** The business that signs documents: a collection with one record. */
export interface SenderTemplate {
  resource: string;
  name: string;
  /** Fields below the name, one or more lines each. `label` puts the field's label before it. */
  lines: readonly (string | { field: string; label: true })[];
  logo?: string;
  footer?: string;
  /** Fields that the preview asks for if they are empty. */
  expected?: readonly string[];
}

/** Describes a document of the records of one resource. */
export interface DocumentTemplate<R, Row> {
  /** Part of the address: `POST /api/v1/documents/{name}/{id}/{pdf|csv|preview}`. */
  name: string;
  roles: readonly Role[];
  sender?: SenderTemplate;
  fileName(record: R): string;
  title(record: R, format: DocumentFormat): string;
  headline?(record: R, format: DocumentFormat): string | undefined;
  facts?: readonly DocumentValue<R>[];
  /** Blocks such as the address of the customer. Runs with the rights of the caller. */
  addressees?(record: R, context: RecordsContext, format: DocumentFormat): Promise<readonly DocumentBlock[]>;
  /** Rows of the tables. Runs with the rights of the caller. */
  rows?(record: R, context: RecordsContext): Promise<Row[]>;
  tables?: readonly TableTemplate<R, Row>[];
  /** Blocks after the first table. `sender` is the record of the business, if there is one. */
  notes?(record: R, format: DocumentFormat, sender: RecordValues | undefined): readonly DocumentBlock[];
}

/** A template with its resource. */
export type DocumentDefinition = DocumentTemplate<RecordValues, unknown> & { resource: AnyResource };

/**
 * Declares a document of a resource's records. Serve it with `registerDocuments`, mail it with `attachDocument`.
 * @example
 * defineDocument(loans, {
 *   name: 'loan-slip',
 *   roles: ['librarian'],
 *   fileName: ({ number }) => `loan-${number}`,
 *   title: ({ number }) => `Loan ${number}`,
 *   facts: ['member', 'lentOn', 'dueOn'],
 * });
 */
export const defineDocument = <Res extends { name: string; fields: Fields }, Row>(
  resource: Res,
  template: DocumentTemplate<RecordOf<Res>, Row>,
): DocumentDefinition => ({ resource, ...template }) as unknown as DocumentDefinition;
