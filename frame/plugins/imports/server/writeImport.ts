import { createEventLoopYield, HttpError, type RequestTexts } from 'portal-frame/server';
import {
  canInsertInBulk,
  findBrokenRule,
  insertRecord,
  isAccountTable,
  type NewValues,
  noteChange,
  type OperationContext,
  planInserts,
  refuseAt,
  runInTransaction,
  type WriteContext,
  writeInserts,
} from 'portal-frame/server/collections';
import { newId } from 'portal-frame/server/database';
import type { RecordValues } from 'portal-frame/server/plugins';
import type { RowError } from 'portal-frame/wire';
import type { CheckedRows, FieldError, ImportedRecord } from './checkRows.ts';
import { createImportRefusal } from './importUpload.ts';

/** Returns the messages of an HttpError by field. */
export const toFieldErrors = ({ message, details: { args, errors } }: HttpError): Record<string, FieldError> => {
  const all = Object.entries(errors ?? { '': message }).map(([field, error]) => {
    const sentence = typeof error === 'string' ? { message: error, args } : error;
    return [field, { message: sentence.message, args: sentence.args ?? {} }] as const;
  });
  return Object.fromEntries(all);
};

export const toRowErrors = (row: number, refusal: HttpError, texts: RequestTexts): RowError[] =>
  Object.entries(toFieldErrors(refusal)).map(([field, { message, args }]) => ({
    ...{ row, field, message: texts.formatMessage(message, args) },
  }));

/** Converts the HttpError of one of these records to the refusal of the import, which shows its row. */
export const refuseImportedRow = (imported: readonly { row: number }[], texts: RequestTexts) => (cause: unknown) => {
  const row = cause instanceof HttpError ? imported[cause.details.index ?? -1]?.row : undefined;
  if (!(cause instanceof HttpError) || cause.details.data || row === undefined) throw cause;
  const rowErrors = toRowErrors(row, cause, texts);
  throw createImportRefusal(rowErrors, rowErrors.length);
};

/** The values of a row: as sent, as filled in, and complete. */
export interface PreparedRow extends NewValues {
  sent: RecordValues;
}

export type ImportRecords = readonly ImportedRecord<PreparedRow>[];

/** True if a hook may change or refuse new records. */
export const hasBeforeHook = ({ services, collection }: OperationContext): boolean =>
  services.hooks[collection.resource.name]?.before?.create !== undefined;

/** A record of a bulk insert was refused. Inserting one by one finds the record and the reason. */
class BulkInsertRefused extends Error {}

/** Takes back what a dry run wrote. */
class DryRunEnded extends Error {}

/** Finds the first row that a hook refuses: only hooks know, so a dry run writes the records and takes them back. */
export async function findRefusedByHook(
  ...[context, checked, texts]: Parameters<typeof writeImport>
): Promise<RowError[]> {
  // Hashing the passwords of accounts takes long.
  if (!hasBeforeHook(context) || isAccountTable(context.collection)) return [];
  const endDryRun = () => Promise.reject(new DryRunEnded());
  const cause = await writeImport(context, checked, texts, endDryRun).catch((reason: unknown) => reason);
  if (cause instanceof DryRunEnded) return [];
  if (cause instanceof HttpError && cause.details.data?.rowErrors) return cause.details.data.rowErrors;
  throw cause;
}

/** Writes all records in one transaction. */
export async function writeImport(
  context: OperationContext,
  { records, fields }: CheckedRows<PreparedRow>,
  texts: RequestTexts,
  finish: (write: WriteContext, ids: string[], fields: string[]) => Promise<unknown> = noteChange,
): Promise<void> {
  const now = Date.now();
  // Lists show the records in the order of the file.
  const ids = records.map(() => newId(now)).toSorted();
  const newRecords = records.map(({ record }, at) => ({ ...record, id: ids[at] as string }));
  if (records.length > 0 && !hasBeforeHook(context) && canInsertInBulk(context)) {
    const planned = await planInserts(context, newRecords, now);
    const writeAll = async (write: WriteContext) => {
      await writeInserts(write, planned).catch((cause: unknown) => {
        throw cause instanceof HttpError || findBrokenRule(context.collection, cause) ? new BulkInsertRefused() : cause;
      });
      await noteChange(write, ids, fields);
    };
    try {
      return await runInTransaction(context, writeAll, { onWorker: true });
    } catch (cause) {
      // Inserting one by one finds the row.
      if (!(cause instanceof BulkInsertRefused)) throw cause;
    }
  }
  const yieldNow = createEventLoopYield();
  const passwords = isAccountTable(context.collection) ? records.map(({ record }) => record.sent.password) : [];
  await runInTransaction(
    context,
    async (write) => {
      for (const [at, { record }] of records.entries()) {
        await yieldNow();
        // A hook refused the record, or other records have changed since the file was checked.
        const inserting = insertRecord(write, record.sent, { id: ids[at] as string, now });
        await inserting.catch(refuseAt(write, at)).catch(refuseImportedRow(records, texts));
      }
      await finish(write, ids, fields);
    },
    { onWorker: true, passwords },
  );
}
