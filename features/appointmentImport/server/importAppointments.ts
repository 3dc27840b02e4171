import {
  addUnknownNames,
  checkRows,
  createImportRefusal,
  type ImportedRecord,
  openImport,
  PREVIEW_SIZE,
  refuseImportedRow,
} from 'portal-frame/plugins/imports/server';
import { MAX_ROW_ERRORS } from 'portal-frame/plugins/imports/wire';
import {
  type CallHandlers,
  createEventLoopYield,
  getServerTexts,
  type RequestTexts,
  records,
  type Services,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { RowError } from 'portal-frame/wire';
import { toWire } from '../../../server/calls/appointmentWire.ts';
import { pastQuestion, refuseUnassignable } from '../../../server/calls/booking.ts';
import { toNewRow } from '../../../server/calls/newAppointments.ts';
import { findReasonsAmong, keepOverrides } from '../../../server/calls/planning/bookingRules.ts';
import { findSameVisits, holdSameVisits } from '../../../server/calls/sameVisits.ts';
import { loadDetails } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { createOrders } from '../../../server/visitOrders.ts';
import type { appointmentImportCalls } from '../wire/appointmentImportCalls.ts';
import { appointmentImporter, findImportTarget, type ImportedVisit, type ImportInput } from './readImportedRows.ts';

type ImportedRows = readonly ImportedRecord<ImportedVisit>[];

/** There are no ids yet, so row numbers replace them. */
async function toBookings(imported: ImportedRows, services: Services): Promise<AppointmentRow[]> {
  const rest = createEventLoopYield();
  const rows: AppointmentRow[] = [];
  for (const { row, record } of imported) {
    await rest();
    rows.push({ ...toNewRow(record.values, services), id: String(row) });
  }
  return rows;
}

/**
 * Finds the rows to confirm: bookings against the rules of planning, visits on past days, and repeated visits. `repeated`
 * lists the rows of these, which are there already or twice in the file.
 */
async function findQuestions(
  db: Db,
  services: Services,
  rows: readonly AppointmentRow[],
  texts: RequestTexts,
): Promise<{ questions: RowError[]; repeated: number[] }> {
  const toError = (row: AppointmentRow | undefined, field: string, message: string, args = {}) => ({
    ...{ row: Number(row?.id), field, message: texts.formatMessage(message, args), overlap: true },
  });
  const past = rows.flatMap((row) => {
    const question = pastQuestion(undefined, row, services);
    return question ? toError(row, 'appointmentDateTime', question.message, question.args) : [];
  });
  const reasons = await findReasonsAmong(db, rows, services);
  const against = [...reasons].flatMap(([at, some]) =>
    some.map(({ code, parameters }) => toError(rows[at], 'employee', `plan.reasons.${code}`, parameters)),
  );
  const same = [...(await findSameVisits({ db }, rows))].map(([at, other]) =>
    other
      ? toError(rows[at], 'patientName', 'server.sameRow', { row: other.id })
      : toError(rows[at], 'patientName', 'server.sameVisit'),
  );
  return { questions: [...past, ...against, ...same], repeated: same.map(({ row }) => row) };
}

interface NewVisits {
  rows: readonly AppointmentRow[];
  imported: ImportedRows;
  fields: string[];
  /** Keeps the reasons against bookings as overrides. */
  isConfirmed: boolean | undefined;
}

/** Creates the visits with their orders. */
async function createVisits(
  tx: TransactionContext,
  { rows, imported, fields, isConfirmed }: NewVisits,
  texts: RequestTexts,
): Promise<void> {
  const { db, services } = tx;
  const reasons = isConfirmed ? await findReasonsAmong(db, rows, services) : new Map<number, never[]>();
  const values = imported.map(({ record }) => record.values);
  const creating = records(systemContext(tx)).createMany('appointments', values, { fields: [] });
  const created = await creating.catch(refuseImportedRow(imported, texts));
  const ids = created.map(({ id }) => id);
  const orders = imported.flatMap(({ record: { order } }, at) =>
    order ? { appointment: ids[at] as string, ...order } : [],
  );
  const ordered = await createOrders(tx, orders);
  const overrides = await keepOverrides(
    tx,
    [...reasons].map(([at, some]) => ({ row: { ...rows[at], id: ids[at] } as AppointmentRow, reasons: some })),
  );
  await tx.note(db, { recordIds: ids, fields, nested: [...ordered, ...overrides] });
}

/** Writes the records with their orders in one transaction. Returns their number. */
async function write(
  input: ImportInput,
  services: Services,
  { records: checked, fields }: { records: ImportedRows; fields: string[] },
  texts: RequestTexts,
): Promise<number> {
  const { body } = input;
  const bookings = await toBookings(checked, services);
  const all = async (tx: TransactionContext) => {
    const { db } = tx;
    await holdSameVisits(tx, bookings);
    const repeated = body.skipRepeated ? await findSameVisits(tx, bookings) : new Map<number, never>();
    const rows = bookings.filter((_row, at) => !repeated.has(at));
    const imported = checked.filter((_record, at) => !repeated.has(at));
    await refuseUnassignable(db, [...new Set(rows.flatMap(({ employee_id: id }) => id ?? []))], services);
    if (!body.confirmed) {
      const { questions } = await findQuestions(db, services, rows, texts);
      if (questions.length > 0) throw createImportRefusal(questions, questions.length);
    }
    await createVisits(tx, { rows, imported, fields, isConfirmed: body.confirmed }, texts);
    return imported.length;
  };
  return transaction({ ...input, services }, all, { onWorker: true });
}

/** Imports the appointments of an uploaded CSV file. A dry run writes none and returns a preview and all errors. */
async function importRows(input: ImportInput, services: Services) {
  const { account, body, request } = input;
  const language = request.headers['accept-language'];
  const texts = getServerTexts(language);
  const target = await findImportTarget(input, services);
  const { table, columns, ...opened } = await openImport({
    ...target,
    services,
    account,
    body,
    uploads: input.files.file,
    texts,
  });
  const importer = await appointmentImporter(table, input, services);
  const checked = await checkRows(table, importer, texts, texts.language);
  const { records: imported, rowErrors, errorCount } = checked;
  const ignored = opened.ignored ?? checked.ignored;
  if (!body.dryRun) {
    if (errorCount > 0) throw createImportRefusal(rowErrors, errorCount);
    const written = await write(input, services, checked, texts);
    const data = { rows: imported.length, written, ignored, rowErrors, errorCount, preview: [] };
    return { message: 'toasts.imported', args: { count: String(written) }, data };
  }
  await input.noteDryRun(checked.fields);
  const bookings = await toBookings(imported, services);
  const { questions, repeated } = await findQuestions(services.db, services, bookings, texts);
  const all = [...rowErrors, ...questions].toSorted((one, other) => one.row - other.row);
  const orders = new Map(imported.map(({ row, record }) => [String(row), record.order]));
  const preview = (await loadDetails(services.db, bookings.slice(0, PREVIEW_SIZE))).map((one) => ({
    ...toWire(one, services, account),
    ...orders.get(one.row.id),
  }));
  return {
    data: {
      rows: table.rows.length,
      written: 0,
      ignored,
      rowErrors: all.slice(0, MAX_ROW_ERRORS),
      errorCount: errorCount + questions.length,
      repeated,
      preview,
      columns: addUnknownNames(columns, checked.unknownNames),
    },
  };
}

export const importHandlers: CallHandlers<typeof appointmentImportCalls> = {
  adminImportAppointments: importRows,
  laboratoryImportAppointments: importRows,
};
