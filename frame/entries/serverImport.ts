/** Server entry for imports with rules of their own: reads a CSV table and checks its rows. */

export { checkRows, type FieldError, type ImportedRecord, type RowImporter } from '../server/import/checkRows.ts';
export { createImportRefusal, PREVIEW_SIZE, readUpload } from '../server/import/importUpload.ts';
export { toMatchKey } from '../server/import/readCell.ts';
export { type CsvTable, readCsv } from '../server/import/readCsv.ts';
