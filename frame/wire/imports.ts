import { z } from 'zod';
import type { AnyRecord, Binding } from './binding.ts';
import { ROLES } from './call.ts';
import type { Envelope } from './envelope.ts';
import { asList, asNumber, asObject, asText, confirmation } from './wireValues.ts';

/**
 * CSV imports, beyond spec 7: the file goes out as `file`, first as a dry run. One row that is not right, and nothing
 * is written; the refusal's data then holds the same errors as the dry run's report.
 */
export const rowError = z.object({
  /** As a spreadsheet counts: the headings are row 1. */
  row: z.number(),
  /** Our name of the field; '' where it is the entire row. */
  field: z.string(),
  message: z.string(),
  /** A double booking, which is written all the same once it is confirmed. */
  overlap: z.boolean().optional(),
});
export type RowError = z.infer<typeof rowError>;

/** Rows of one file, and errors that a report lists; `errorCount` tells how many there are. */
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_ROW_ERRORS = 1000;

/** Milliseconds that an import may take. */
const UPLOAD_TIMEOUT = 120_000;
export const importFile = { file: { accepts: 'table', most: 1 } } as const;
export const importBody = z.object({ dryRun: confirmation, confirmed: confirmation });

/** What became, or would become, of a file whose records look like that. */
export const importReport = <R extends z.ZodType>(record: R) =>
  z.object({
    rows: z.number(),
    written: z.number(),
    /** Columns that an export has and an import does not take. */
    ignored: z.array(z.string()),
    rowErrors: z.array(rowError),
    errorCount: z.number(),
    /** The first records as they will be written. */
    preview: z.array(record),
  });

/** A report in our words. */
export interface ImportReport {
  rows: number;
  written: number;
  ignored: string[];
  rowErrors: RowError[];
  errorCount: number;
  preview: AnyRecord[];
}

/** What the person chose: the file, whether to try only, and whether double bookings are meant. */
export interface ImportInput {
  file: File;
  dryRun: boolean;
  confirmed: boolean;
}
export type ImportBinding = Binding<ImportInput, ImportReport> & { read(data: unknown): ImportReport };

/** Binds an import's call; `read` reads one record. */
export const bindImport = (call: Binding['call'], read: (record: unknown) => AnyRecord): ImportBinding => ({
  call,
  body: ({ file, dryRun, confirmed }) => ({ file, dryRun, confirmed }),
  read(data) {
    const report = asObject(data);
    const rowErrors = readRowErrors(report);
    return {
      rows: asNumber(report.rows) ?? 0,
      written: asNumber(report.written) ?? 0,
      ignored: asList<unknown>(report.ignored).map(asText),
      rowErrors,
      errorCount: asNumber(report.errorCount) ?? rowErrors.length,
      preview: asList(report.preview).map(read),
    };
  },
});

/** The errors of a report, or of a refusal's data. */
export const readRowErrors = (data: unknown): RowError[] =>
  asList(asObject(data).rowErrors).map((value) => {
    const { row, field, message, overlap } = asObject(value);
    return {
      row: asNumber(row) ?? 0,
      field: asText(field),
      message: asText(message),
      ...(overlap === true && { overlap }),
    };
  });

/** The import of a collection. A good reply is bare, as all of a collection's are. */
export const bindCollectionImport = (name: string): ImportBinding =>
  bindImport(
    {
      method: 'POST',
      path: `/collections/${name}/import`,
      roles: ROLES,
      summary: '',
      files: importFile,
      data: z.unknown(),
      failure: { refused: 'errors.import', lost: 'errors.import' },
      timeout: UPLOAD_TIMEOUT,
      envelope: (body, code) => (code < 300 ? { status: true, message: '', code, data: body } : (body as Envelope)),
    },
    (record) => asObject(record) as AnyRecord,
  );
