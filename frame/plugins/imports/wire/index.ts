/** Calls of imports, for resources with calls of their own. */

export { bindImport, type ImportBinding, importBody, importFile, importReport, MAX_ROW_ERRORS } from './importCalls.ts';
