/** Server entry for imports with rules of their own: reads a CSV table and checks its rows. */

export { parseMultiValue } from '../fields/multiValue.ts';
export { checkRows, type FieldError, type ImportedRecord, type RowImporter } from '../server/import/checkRows.ts';
export { addUnknownNames, openImport } from '../server/import/importMapping.ts';
export { createImportRefusal, PREVIEW_SIZE } from '../server/import/importUpload.ts';
export { toMatchKey } from '../server/import/readCell.ts';
export type { CsvTable } from '../server/import/readCsv.ts';
export {
  findInDirectory,
  loadReferenceDirectory,
  type ReferenceDirectory,
} from '../server/records/operations/importReferences.ts';
export { refuseImportedRow } from '../server/records/operations/writeImport.ts';
