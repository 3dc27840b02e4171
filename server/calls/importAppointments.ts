import {
  createEventLoopYield,
  getServerTexts,
  type RequestTexts,
  type Services,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { type Db, newId } from 'portal-frame/server/database';
import {
  checkRows,
  createImportRefusal,
  type ImportedRecord,
  PREVIEW_SIZE,
  readCsv,
  readUpload,
} from 'portal-frame/server/import';
import { MAX_ROW_ERRORS, type RowError } from 'portal-frame/wire';
import { sendSummary } from '../outbox/appointmentNotices.ts';
import { createAppointmentsEvent } from '../outbox/liveChanges.ts';
import { findReasonsAmong, keepOverrides } from '../plan/findReasons.ts';
import { loadDetails } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { toWire } from './appointmentWire.ts';
import { pastQuestion, refuseUnassignable } from './booking.ts';
import type { SomeHandlers } from './handler.ts';
import { storeAppointments } from './newAppointments.ts';
import { appointmentImporter, type ImportedVisit, type ImportInput } from './readImportedRows.ts';

/** There may be no ids yet, so row numbers replace them. */
const toBookings = (records: readonly ImportedRecord<AppointmentRow>[]): AppointmentRow[] =>
  records.map(({ row, record: made }) => ({ ...made, id: `row ${row}` }));

/** Finds the rows to confirm: bookings that the rules of planning speak against, and visits on past days. */
async function questionErrors(
  db: Db,
  services: Services,
  records: readonly ImportedRecord<AppointmentRow>[],
  texts: RequestTexts,
): Promise<RowError[]> {
  const toError = (row: number, field: string, message: string, args = {}) => ({
    ...{ row, field, message: texts.formatMessage(message, args), overlap: true },
  });
  const past = records.flatMap(({ row, record: made }) => {
    const question = pastQuestion(undefined, made, services);
    return question ? toError(row, 'appointmentDateTime', question.message, question.args) : [];
  });
  const reasons = await findReasonsAmong(db, toBookings(records), services);
  const against = [...reasons].flatMap(([at, some]) =>
    some.map(({ code, parameters }) => toError(records[at]?.row ?? 0, 'employee', `plan.reasons.${code}`, parameters)),
  );
  return [...past, ...against];
}

/** Writes all records in one transaction, with transactions, notifications and audit entries. */
async function write(
  input: ImportInput,
  services: Services,
  { records: imported, fields }: { records: readonly ImportedRecord<ImportedVisit>[]; fields: string[] },
  texts: RequestTexts,
) {
  const { account, body } = input;
  const now = Date.now();
  // Sorted ids keep the order of the file in lists.
  const ids = imported.map(() => newId(now)).toSorted();
  const rest = createEventLoopYield();
  const rows: AppointmentRow[] = [];
  for (const [index, { record: made }] of imported.entries()) {
    await rest();
    rows.push({ ...made.row, id: ids[index] as string, created_at: now, updated_at: now });
  }
  const orders = imported.flatMap(({ record: { order } }, at) =>
    order ? { appointment: ids[at] as string, ...order } : [],
  );
  const employees = [...new Set(rows.flatMap(({ employee_id: id }) => id ?? []))].toSorted();
  const all = async (tx: TransactionContext) => {
    const { db, publish } = tx;
    for (const id of employees) {
      await rest();
      await refuseUnassignable(db, id, services);
    }
    if (!body.confirmed) {
      const rowErrors = await questionErrors(db, services, rowsIn(imported), texts);
      if (rowErrors.length > 0) throw createImportRefusal(rowErrors, rowErrors.length);
    }
    const reasons = body.confirmed ? await findReasonsAmong(db, rows, services) : new Map<number, never[]>();
    const created = await storeAppointments(tx, rows, { orders, context: tx });
    if (account.role === 'laboratory') await sendSummary(tx, 'imported', rows);
    await sendSummary(tx, 'assignedMany', rows);
    await rest();
    publish(createAppointmentsEvent(rows.flatMap((row) => [row.employee_id, row.laboratory_id])));
    const overrides = await keepOverrides(
      tx,
      [...reasons].map(([at, some]) => ({ row: rows[at] as AppointmentRow, reasons: some })),
    );
    await tx.note(db, { recordIds: ids, fields, nested: [...created, ...overrides] });
  };
  await transaction({ ...input, services }, all, { onWorker: true });
}

const rowsIn = (records: readonly ImportedRecord<ImportedVisit>[]) =>
  records.map(({ row, record: made }) => ({ row, record: made.row }));

/** Imports the appointments of an uploaded CSV file. A dry run writes none and returns a preview and all errors. */
async function importRows(input: ImportInput, services: Services) {
  const { account, body, request } = input;
  const language = request.headers['accept-language'];
  const texts = getServerTexts(language);
  const table = await readCsv(await readUpload(input.files.file, services.files));
  const importer = await appointmentImporter(table, input, services);
  const checked = await checkRows(table, importer, texts, texts.language);
  const { records, ignored, rowErrors, errorCount } = checked;
  if (!body.dryRun) {
    if (errorCount > 0) throw createImportRefusal(rowErrors, errorCount);
    await write(input, services, checked, texts);
    const data = { rows: records.length, written: records.length, ignored, rowErrors, errorCount, preview: [] };
    return { message: 'toasts.imported', args: { count: String(records.length) }, data };
  }
  await input.noteDryRun(checked.fields);
  const questions = await questionErrors(services.db, services, rowsIn(records), texts);
  const all = [...rowErrors, ...questions].toSorted((one, other) => one.row - other.row);
  // There are no ids yet, so row numbers replace them.
  const first = records.slice(0, PREVIEW_SIZE).map(({ row, record: made }) => ({ ...made.row, id: String(row) }));
  const preview = (await loadDetails(services.db, first)).map((one) => toWire(one, services, account));
  return {
    data: {
      rows: table.rows.length,
      written: 0,
      ignored,
      rowErrors: all.slice(0, MAX_ROW_ERRORS),
      errorCount: errorCount + questions.length,
      preview,
    },
  };
}

export const importHandlers = {
  adminImportAppointments: (input, services) => importRows(input as ImportInput, services),
  laboratoryImportAppointments: (input, services) => importRows(input as ImportInput, services),
} satisfies SomeHandlers;
