import { defineServerPlugin } from 'portal-frame/server';
import { imports } from '../plugin.ts';
import { importMigrations } from './importMigrations.ts';
import { createImportRoutes } from './importRoutes.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export type * from '../importConfig.ts';
export { checkRows, type FieldError, type ImportedRecord, type RowImporter } from './checkRows.ts';
export { addUnknownNames, openImport } from './importMapping.ts';
export { findInDirectory, loadReferenceDirectory, type ReferenceDirectory } from './importReferences.ts';
export { createImportRefusal, PREVIEW_SIZE } from './importUpload.ts';
export { toMatchKey } from './readCell.ts';
export type { CsvTable } from './readCsv.ts';
export { refuseImportedRow } from './writeImport.ts';

export default defineServerPlugin(imports, {
  texts: { en, es },
  collectionRoutes: createImportRoutes,
  migrations: importMigrations,
});
