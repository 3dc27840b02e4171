import { type AnyRecord, asList, asNumber, asObject, asText, type Envelope } from 'portal-frame';
import { type Binding, confirmation, type RowError, rowError } from 'portal-frame/wire';
import { z } from 'zod';

// CSV import, beyond spec 7: the file is sent as `file`, first as a dry run. Any invalid row refuses the import; the
// refusal then has the errors of the report.

/** Maximum rows of a file, and listed errors (`errorCount` counts all). */
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_ROW_ERRORS = 1000;

export const importFile = { file: { accepts: 'table', maxFiles: 1 } } as const;
export const importBody = z.object({
  dryRun: confirmation,
  confirmed: confirmation,
  /** Leaves out the rows that the report names as `repeated`. */
  skipRepeated: confirmation,
  /** An ImportMapping as JSON, for files of other programs. */
  mapping: z.string().max(50_000).optional(),
});

const importMapping = z.object({
  /** By field: columns by index, whose cells are joined by a space, or a text for all rows. */
  fields: z.record(z.string(), z.union([z.object({ columns: z.array(z.number()) }), z.object({ text: z.string() })])),
  /** By field and cell: the choice or the record that the cell means; '' for none. */
  values: z.record(z.string(), z.record(z.string(), z.string())),
});
/** How the columns of a foreign file become fields. */
export type ImportMapping = z.infer<typeof importMapping>;

const importColumns = z.object({
  headings: z.array(z.string()),
  /** The first cells of each column. */
  samples: z.array(z.array(z.string())),
  /** The mapping of this check; before the person has confirmed one, a proposal. */
  mapping: importMapping,
  /** True if the person has mapped a file with these headings before. */
  isRemembered: z.boolean(),
  /** Cells that are none of the choices of their field, and names of references that are not known or were assigned. */
  unknownValues: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
  /** Number of title and total lines that were skipped. */
  skippedLines: z.number(),
});
/** Columns of a file and the fields that they become. */
export type ImportColumns = z.infer<typeof importColumns>;

/** Schema of an import report, for records of the given schema. */
export const importReport = <R extends z.ZodType>(record: R) =>
  z.object({
    rows: z.number(),
    written: z.number(),
    /** Columns of exports that imports skip. */
    ignored: z.array(z.string()),
    rowErrors: z.array(rowError),
    errorCount: z.number(),
    /** Rows whose records are there already. Each has a question among the errors. */
    repeated: z.array(z.number()).optional(),
    /** First records as they will be written. */
    preview: z.array(record),
    columns: importColumns.optional(),
  });

export interface ImportReport {
  rows: number;
  written: number;
  ignored: string[];
  rowErrors: RowError[];
  errorCount: number;
  repeated?: number[];
  preview: AnyRecord[];
  /** Undefined from hosts that map no columns. */
  columns?: ImportColumns | undefined;
}

export interface ImportInput {
  file: File;
  dryRun: boolean;
  confirmed: boolean;
  skipRepeated?: boolean;
  mapping?: ImportMapping | undefined;
}
export type ImportBinding = Binding<ImportInput, ImportReport> & { read(data: unknown): ImportReport };

/** Binds an import call; `read` reads one record. */
export const bindImport = (call: Binding['call'], read: (record: unknown) => AnyRecord): ImportBinding => ({
  call,
  body: ({ mapping, ...input }) => ({
    ...input,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
  }),
  read(data) {
    const report = asObject(data);
    const rowErrors = readRowErrors(report);
    return {
      rows: asNumber(report.rows) ?? 0,
      written: asNumber(report.written) ?? 0,
      ignored: asList<unknown>(report.ignored).map(asText),
      rowErrors,
      errorCount: asNumber(report.errorCount) ?? rowErrors.length,
      repeated: asList<number>(report.repeated),
      preview: asList(report.preview).map(read),
      columns: report.columns as ImportColumns | undefined,
    };
  },
});

/** Reads the row errors of an import's report or of its refusal. */
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

/** Binds the import of a collection, which replies without an envelope. */
export const bindCollectionImport = (name: string): ImportBinding =>
  bindImport(
    {
      method: 'POST',
      path: `/collections/${name}/import`,
      roles: 'all',
      summary: '',
      files: importFile,
      data: z.unknown(),
      failure: { refused: 'errors.import', lost: 'errors.import' },
      envelope: (body, code) => (code < 300 ? { status: true, message: '', code, data: body } : (body as Envelope)),
    },
    (record) => asObject(record) as AnyRecord,
  );
