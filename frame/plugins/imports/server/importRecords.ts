import { sql } from 'kysely';
import type { AnyResource } from 'portal-frame';
import { getKeyField, isReferring } from 'portal-frame';
import {
  createEventLoopYield,
  getServerTexts,
  HttpError,
  type RequestTexts,
  type SavedFile,
} from 'portal-frame/server';
import {
  addLabels,
  completeNewValues,
  createVisibilityCheck,
  findClashes,
  findRefusal,
  getDb,
  NUMBER_STORAGES,
  type OperationContext,
  parseNewValues,
  toConflictRefusal,
} from 'portal-frame/server/collections';
import {
  type CollectionRow,
  splitIntoBatches,
  toRecordValues,
  toRowColumns,
  toUniqueKey,
} from 'portal-frame/server/database';
import { getWritableFields, parseMultiValue, type RecordValues } from 'portal-frame/server/plugins';
import type { RowError } from 'portal-frame/wire';
import { parsePlainNumber } from 'portal-frame/wire';
import { getImportEntries } from '../importColumns.ts';
import { MAX_ROW_ERRORS } from '../wire/importCalls.ts';
import { checkRows, type FieldError, type RowImporter } from './checkRows.ts';
import { addUnknownNames, openImport } from './importMapping.ts';
import { findInDirectory, loadReferenceDirectory, type ReferenceDirectory } from './importReferences.ts';
import { createImportRefusal, PREVIEW_SIZE } from './importUpload.ts';
import { toMatchKey } from './readCell.ts';
import type { CsvTable } from './readCsv.ts';
import {
  findRefusedByHook,
  hasBeforeHook,
  type ImportRecords,
  type PreparedRow,
  toFieldErrors,
  toRowErrors,
  writeImport,
} from './writeImport.ts';

/** Rows of one file. They are written in one transaction, which blocks other writers on SQLite. */
const MAX_IMPORT_ROWS = 2000;

/** Converts the text of a cell to a boolean or number, if its field holds that. */
function parseFormValue({ fields }: AnyResource, name: string, value: unknown): unknown {
  const storage = fields[name]?.kind.storage;
  if (typeof value !== 'string') return value;
  if (storage === 'flag') return { true: true, false: false }[value] ?? value;
  return NUMBER_STORAGES.includes(storage ?? '') ? (parsePlainNumber(value) ?? value) : value;
}

/** Loads the records that reference cells of the table may name, by field. */
async function loadDirectories(
  context: OperationContext,
  table: CsvTable,
  language: RequestTexts['language'],
): Promise<ReadonlyMap<string, ReferenceDirectory>> {
  const { collection, account } = context;
  const { resource } = collection;
  const writable = getWritableFields(resource, account.role, 'create');
  const cells = table.rows.flatMap((row) => row.cells.flatMap((cell) => [cell, ...parseMultiValue(cell)]));
  const named = new Set(cells.map(toMatchKey));
  const loading = getImportEntries(resource, account.role).map(async (entry) => {
    const field = resource.fields[entry.field];
    if (!field || !writable.has(entry.field) || !isReferring(field)) return [];
    const by = entry.value ?? getKeyField(field);
    return [[entry.field, await loadReferenceDirectory(context, field, by, { named, language })] as const];
  });
  return new Map((await Promise.all(loading)).flat());
}

/** Creates the importer that turns rows into records, by the rules of the user's form. */
async function createRowImporter(
  context: OperationContext,
  table: CsvTable,
  language: RequestTexts['language'],
): Promise<RowImporter<PreparedRow>> {
  const { collection, account } = context;
  const { resource, columns } = collection;
  const writable = getWritableFields(resource, account.role, 'create');
  const directories = await loadDirectories(context, table, language);
  const uniqueKeys = new Map(columns.flatMap(({ name, field }) => (field.unique ? [[name, new Set()]] : [])));
  const findDuplicates = (values: RecordValues): Record<string, FieldError> => {
    const errors: Record<string, FieldError> = {};
    for (const [name, keys] of uniqueKeys) {
      const key = toUniqueKey(values[name]);
      if (key !== null && keys.has(key)) errors[name] = { message: 'server.valueTaken' };
      if (key !== null) keys.add(key);
    }
    return errors;
  };
  return {
    resource,
    role: account.role,
    findReference: (field, text) => {
      const directory = directories.get(field);
      if (!directory) throw new TypeError(`${field} is no reference.`);
      return findInDirectory(directory, text);
    },
    toRecord(cells) {
      const given = Object.entries(cells).filter(([name, value]) => writable.has(name) && typeof value !== 'function');
      const sent = Object.fromEntries(given.map(([name, value]) => [name, parseFormValue(resource, name, value)]));
      try {
        const made = completeNewValues(context, parseNewValues(context, sent), { sent });
        const errors = findDuplicates(made.given);
        return Object.keys(errors).length > 0 ? { errors } : { made: { ...made, sent } };
      } catch (cause) {
        if (cause instanceof HttpError) return { errors: toFieldErrors(cause) };
        throw cause;
      }
    },
  };
}

/** Finds unique values that existing records have already. */
async function findTakenValues(
  context: OperationContext,
  records: ImportRecords,
  texts: RequestTexts,
): Promise<RowError[]> {
  const { collection } = context;
  const rowErrors: RowError[] = [];
  for (const { name, field, uniqueColumn } of collection.columns) {
    if (!field.unique || !uniqueColumn) continue;
    const column = sql.ref(uniqueColumn);
    const keys = records.flatMap(({ row, record }) => {
      const key = toUniqueKey(record.sent[name]);
      return key === null ? [] : [[key, row] as const];
    });
    for (const batch of splitIntoBatches(keys)) {
      const rows = new Map(batch);
      const found = await sql<{ key: string }>`select ${column} as key from ${sql.table(collection.table)}
        where ${column} in (${sql.join([...rows.keys()])})`.execute(getDb(context));
      for (const { key } of found.rows)
        rowErrors.push({ row: rows.get(key) ?? 0, field: name, message: texts.formatMessage('server.valueTaken') });
    }
  }
  return rowErrors;
}

/** Finds rows whose records the user would not see, unless hooks may still change them. */
async function findInvisibleRows(
  context: OperationContext,
  records: ImportRecords,
  texts: RequestTexts,
): Promise<RowError[]> {
  const { collection, services, account } = context;
  if (hasBeforeHook(context)) return [];
  const wouldBeVisible = createVisibilityCheck(services, collection, account);
  const yieldNow = createEventLoopYield();
  const rowErrors: RowError[] = [];
  for (const { row, record } of records) {
    await yieldNow();
    const columns = toRowColumns(collection, record.values, services.config.timeZone) as CollectionRow;
    if (!(await wouldBeVisible(toRecordValues(collection, columns))))
      rowErrors.push({ row, field: '', message: texts.formatMessage('server.unseen') });
  }
  return rowErrors;
}

/** Finds rows that break a rule with existing records or with a row above, unless hooks may still change them. */
async function findConflicts(
  context: OperationContext,
  records: ImportRecords,
  texts: RequestTexts,
): Promise<RowError[]> {
  const { collection, services } = context;
  const { rules = [] } = collection;
  if (rules.length === 0 || hasBeforeHook(context)) return [];
  const yieldNow = createEventLoopYield();
  const found = new Map<number, HttpError>();
  const rows = records.map(({ row, record }) => ({
    ...{ row, id: '' },
    ...toRowColumns(collection, record.values, services.config.timeZone),
  }));
  for (const rule of rules)
    for (const [, { row }] of findClashes(rule, rows)) found.set(row, toConflictRefusal(rule, context));
  for (const row of rows) {
    await yieldNow();
    const refusal = await findRefusal(context, row);
    if (refusal) found.set(row.row, refusal);
  }
  return [...found].flatMap(([row, refusal]) => toRowErrors(row, refusal, texts));
}

/** An upload, with `dryRun` in the body for a check only. */
interface ImportRequest {
  context: OperationContext;
  body: unknown;
  uploads: Record<string, SavedFile[]>;
  language: string | undefined;
}

/** Imports a CSV file in one transaction, or checks it in a dry run. Returns the report. */
export async function importRecords({ context, body, uploads, language }: ImportRequest) {
  const texts = getServerTexts(language);
  const { services, account, collection } = context;
  const target = { resource: collection.resource, role: account.role };
  const opened = await openImport({ ...target, services, account, body, uploads: uploads.file, texts });
  const { table, columns } = opened;
  if (table.rows.length > MAX_IMPORT_ROWS)
    throw HttpError.forField('file', 400, 'tables.tooLong', { most: MAX_IMPORT_ROWS });
  const importer = await createRowImporter(context, table, texts.language);
  const checked = await checkRows(table, importer, texts, texts.language);
  const { records } = checked;
  const ignored = opened.ignored ?? checked.ignored;
  const found = [
    ...(await findTakenValues(context, records, texts)),
    ...(await findConflicts(context, records, texts)),
    ...(await findInvisibleRows(context, records, texts)),
  ];
  const isDryRun = String((body as RecordValues | undefined)?.dryRun) === 'true';
  if (isDryRun && checked.errorCount + found.length === 0)
    found.push(...(await findRefusedByHook(context, checked, texts)));
  const rowErrors = [...checked.rowErrors, ...found].toSorted((one, other) => one.row - other.row);
  const errorCount = checked.errorCount + found.length;
  const report = { rows: table.rows.length, ignored, rowErrors: rowErrors.slice(0, MAX_ROW_ERRORS), errorCount };
  if (!isDryRun) {
    if (errorCount > 0) throw createImportRefusal(rowErrors, errorCount);
    await writeImport(context, checked, texts);
    return { ...report, written: records.length, preview: [] };
  }
  await context.activity.noteDryRun(checked.fields);
  // The row number stands in for the missing id.
  const toPreview = ({ row, record }: ImportRecords[number]): RecordValues => ({ ...record.sent, id: String(row) });
  const preview = records.slice(0, PREVIEW_SIZE).map(toPreview);
  await addLabels(context, preview);
  return { ...report, written: 0, preview, columns: addUnknownNames(columns, checked.unknownNames) };
}
