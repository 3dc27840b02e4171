import { sql } from 'kysely';
import { getImportEntries } from '../../../config/importColumns.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { parseMultiValue } from '../../../fields/multiValue.ts';
import { MAX_ROW_ERRORS, type RowError } from '../../../wire/imports.ts';
import { HttpError } from '../../base/httpError.ts';
import { getServerTexts, type RequestTexts } from '../../base/serverTexts.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import { newId } from '../../db/newId.ts';
import type { SavedFile } from '../../files/fileStore.ts';
import {
  type CheckedRows,
  checkRows,
  type FieldError,
  type ImportedRecord,
  type RowImporter,
} from '../../import/checkRows.ts';
import { createImportRefusal, PREVIEW_SIZE, readUpload } from '../../import/importUpload.ts';
import { toMatchKey } from '../../import/readCell.ts';
import { type CsvTable, readCsv } from '../../import/readCsv.ts';
import type { Publish } from '../../outbox/transact.ts';
import { createVisibilityCheck } from '../access/explainAccess.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { addLabels } from '../read/recordLabels.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { toUniqueKey } from '../schema/indexKeys.ts';
import { type RecordValues, toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { BulkInsertRefused, prepareBulkInsert } from '../write/prepareInserts.ts';
import { insertRecord, type NewValues, prepareNewValues } from '../write/writeRecord.ts';
import { noteChange, runInTransaction } from '../write/writeTransaction.ts';
import { findInDirectory, loadReferenceDirectory } from './importReferences.ts';

/** Rows of one file: they are written in one transaction, and nobody else writes meanwhile. */
const MAX_IMPORT_ROWS = 2000;
/** Values that are asked for in one query. */
const UNIQUE_CHECK_BATCH_SIZE = 500;

/** A cell's text as the kind of its field holds it. */
function parseFormValue({ fields }: AnyResource, name: string, value: unknown): unknown {
  const storage = fields[name]?.kind.storage;
  if (typeof value !== 'string') return value;
  if (storage === 'flag') return { true: true, false: false }[value] ?? value;
  const isNumber = storage === 'real' || storage === 'integer' || storage === 'cents';
  return isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What a refusal says, by field. */
const toFieldErrors = ({ message, details: { args, errors } }: HttpError): Record<string, FieldError> => {
  const said = Object.fromEntries(Object.entries(args ?? {}).map(([name, value]) => [name, String(value)]));
  const all = Object.entries(errors ?? { '': message });
  return Object.fromEntries(all.map(([field, text]) => [field, { message: text, args: said }]));
};

/** A row's values as the form holds them, and what is written of them. */
interface PreparedRow extends NewValues {
  sent: RecordValues;
}

/** How rows become records of a collection: by the rules of its form for this person. */
async function createRowImporter(
  scene: OperationContext,
  table: CsvTable,
  language: RequestTexts['language'],
): Promise<RowImporter<PreparedRow>> {
  const { collection, account } = scene;
  const { resource, columns } = collection;
  const open = getWritableFields(resource, account.role, 'create');
  const entries = getImportEntries(resource, account.role).filter(({ field }) => open.has(field));
  const cells = table.rows.flatMap((row) => row.cells.flatMap((cell) => [cell, ...parseMultiValue(cell)]));
  const named = new Set(cells.map(toMatchKey));
  const directories = new Map(
    await Promise.all(
      entries.flatMap((entry) => {
        const field = resource.fields[entry.field];
        if (!field || !['reference', 'references'].includes(field.kind.name)) return [];
        const by = entry.value ?? String((field as { value?: string }).value ?? 'id');
        return [
          loadReferenceDirectory(scene, field, by, { named, language }).then((found) => [entry.field, found] as const),
        ];
      }),
    ),
  );
  const seen = new Map(
    columns.filter(({ uniqueColumn: unique }) => unique).map(({ name }) => [name, new Set<string>()]),
  );
  const doubles = (values: RecordValues): Record<string, FieldError> => {
    const found: Record<string, FieldError> = {};
    for (const [name, keys] of seen) {
      const key = toUniqueKey(values[name]);
      if (key !== null && keys.has(key)) found[name] = { message: 'server.valueTaken' };
      if (key !== null) keys.add(key);
    }
    return found;
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
      const given = Object.entries(cells).filter(([name, value]) => open.has(name) && typeof value !== 'function');
      const sent = Object.fromEntries(given.map(([name, value]) => [name, parseFormValue(resource, name, value)]));
      try {
        const made = prepareNewValues(scene, sent);
        const errors = doubles(made.given);
        return Object.keys(errors).length > 0 ? { errors } : { made: { ...made, sent } };
      } catch (cause) {
        if (cause instanceof HttpError) return { errors: toFieldErrors(cause) };
        throw cause;
      }
    },
  };
}

/** Values that must be unique and that records have already. */
async function findTakenValues(
  scene: OperationContext,
  records: readonly ImportedRecord<PreparedRow>[],
  texts: RequestTexts,
): Promise<RowError[]> {
  const { collection, services } = scene;
  const rowErrors: RowError[] = [];
  for (const { name, uniqueColumn: unique } of collection.columns) {
    if (!unique) continue;
    const keys = records.flatMap(({ row, record: made }) => {
      const key = toUniqueKey(made.sent[name]);
      return key === null ? [] : [[key, row] as const];
    });
    for (let from = 0; from < keys.length; from += UNIQUE_CHECK_BATCH_SIZE) {
      const rows = new Map(keys.slice(from, from + UNIQUE_CHECK_BATCH_SIZE));
      const column = sql.ref(unique);
      const found = await sql<{ key: string }>`select ${column} as key from ${sql.table(collection.table)}
        where ${column} in (${sql.join([...rows.keys()])})`.execute(toCollectionDb(services.db));
      for (const { key } of found.rows)
        rowErrors.push({ row: rows.get(key) ?? 0, field: name, message: texts.formatMessage('server.valueTaken') });
    }
  }
  return rowErrors;
}

/** Records that whoever imports them would not see; hooks may yet make them others. */
async function findInvisibleRows(
  scene: OperationContext,
  records: readonly ImportedRecord<PreparedRow>[],
  texts: RequestTexts,
): Promise<RowError[]> {
  const { collection, services, account } = scene;
  if (services.hooks[collection.resource.name]?.before?.create) return [];
  const sees = createVisibilityCheck(services, collection, account);
  const rest = createEventLoopYield();
  const rowErrors: RowError[] = [];
  for (const { row, record: made } of records) {
    await rest();
    const stored = toRowColumns(collection, made.values, services.config.timeZone) as CollectionRow;
    if (!(await sees(toRecordValues(collection, stored))))
      rowErrors.push({ row, field: '', message: texts.formatMessage('server.unseen') });
  }
  return rowErrors;
}

/** Writes all of them in one transaction, or nothing. */
async function writeImport(
  scene: OperationContext,
  { records, fields }: CheckedRows<PreparedRow>,
  texts: RequestTexts,
): Promise<void> {
  const now = Date.now();
  // In lists they stand in the order of the file.
  const ids = records.map(() => newId(now)).toSorted();
  const ready = records.map(({ record: made }, at) => ({ ...made, id: ids[at] as string }));
  const together = await prepareBulkInsert(scene, ready, { now, fields });
  try {
    if (together) return await runInTransaction(scene, together, { long: true });
  } catch (cause) {
    if (!(cause instanceof BulkInsertRefused)) throw cause;
  }
  const rest = createEventLoopYield();
  const all = async (db: CollectionDb, publish: Publish) => {
    for (const [index, { row, record: made }] of records.entries()) {
      await rest();
      try {
        await insertRecord(scene, db, publish, made.sent, { id: ids[index] as string, now });
      } catch (cause) {
        if (!(cause instanceof HttpError) || cause.details.data) throw cause;
        // What a hook says, or what somebody else changed since the file was checked.
        const rowErrors = Object.entries(toFieldErrors(cause)).map(([field, { message, args }]): RowError => {
          return { row, field, message: texts.formatMessage(message, args) };
        });
        throw createImportRefusal(rowErrors, rowErrors.length);
      }
    }
    await noteChange(scene, db, ids, fields);
  };
  await runInTransaction(scene, all, { long: true });
}

/** The scene and the file of an import; the values sent with it tell whether it is a dry run. */
interface ImportRequest {
  context: OperationContext;
  body: unknown;
  uploads: Record<string, SavedFile[]>;
  language: string | undefined;
}

/** Records from a CSV file: tried as often as need be, then written in one transaction. */
export async function importRecords({ context: scene, body, uploads, language }: ImportRequest) {
  const { services, collection, account, audit } = scene;
  const texts = getServerTexts(language);
  const table = await readCsv(await readUpload(uploads.file ?? [], services.files));
  if (table.rows.length > MAX_IMPORT_ROWS)
    throw HttpError.forField('file', 400, 'tables.tooLong', { most: MAX_IMPORT_ROWS });
  const checked = await checkRows(table, await createRowImporter(scene, table, texts.language), texts, texts.language);
  const taken = await findTakenValues(scene, checked.records, texts);
  const unseen = await findInvisibleRows(scene, checked.records, texts);
  const rowErrors = [...checked.rowErrors, ...taken, ...unseen].toSorted((one, other) => one.row - other.row);
  const errorCount = checked.errorCount + taken.length + unseen.length;
  const { records, ignored } = checked;
  const report = { rows: table.rows.length, ignored, rowErrors: rowErrors.slice(0, MAX_ROW_ERRORS), errorCount };
  if (String((body as RecordValues | undefined)?.dryRun) !== 'true') {
    if (errorCount > 0) throw createImportRefusal(rowErrors, errorCount);
    await writeImport(scene, checked, texts);
    return { ...report, written: records.length, preview: [] };
  }
  await audit.noteDryRun(checked.fields);
  // They have no ids yet: each goes by its row.
  const preview = records
    .slice(0, PREVIEW_SIZE)
    .map(({ row, record: made }): RecordValues => ({ ...made.sent, id: String(row) }));
  await addLabels(services, collection, preview, account);
  return { ...report, written: 0, preview };
}
