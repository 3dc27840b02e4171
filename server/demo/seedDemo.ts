import { hashPassword } from '../../frame/server/accounts/passwordHash.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { runIfEmpty } from '../../frame/server/db/firstStart.ts';
import type { Services } from '../../frame/server/services.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { toAppointmentRow, toDocumentRows, toTransactionRow } from './appointmentRows.ts';
import { type Clock, createClock } from './demoClock.ts';
import { drawPortrait, drawTubeLabel } from './drawPictures.ts';
import { createFileWriter, type FileWriter } from './fileWriter.ts';
import { generateAccounts, insertAccounts } from './generateAccounts.ts';
import { type DemoAppointment, generateAppointments } from './generateAppointments.ts';
import { generateNotifications } from './generateNotifications.ts';
import { type DemoPatient, generatePatients } from './generatePatients.ts';
import { generateVisitTimes } from './generateVisitTimes.ts';
import { Random } from './random.ts';
import { createRequisitionPdf } from './requisitionPdf.ts';
import { REQUISITION_TESTS } from './sampleTexts.ts';
import { DEMO_PASSWORD } from './staff.ts';

const PATIENTS = 240;
/** Tracking images are drawn once and shared by the appointments in turn. */
const LABELS = 10;
/** Rows that one statement inserts; databases limit a statement's parameters. */
const BATCH = 250;

/**
 * Writes the demo data of design.md if the database is empty, all of it or nothing. It is the same on every run but
 * for ids, file names, and dates, which are relative to today in TIME_ZONE.
 */
export async function seedDemo({ config, store, files: fileStore }: Services): Promise<void> {
  const clock = createClock(config.timeZone);
  const files = createFileWriter(fileStore);
  await runIfEmpty(store, (db) => seed(db, clock, files, config)).catch(async (error: unknown) => {
    await files.discard();
    throw error;
  });
}

async function seed(db: Db, clock: Clock, files: FileWriter, config: { argonMemoryKib: number }): Promise<void> {
  // One row of numbers for the facts, one for the drawings: a new picture leaves the facts alone.
  const random = new Random(20_260_301);
  const brush = new Random(7);
  const patients = generatePatients(random, PATIENTS, clock.day(0));
  const made = generateAppointments(random, patients, clock.weekday);
  const accounts = await generateAccounts(brush, files, clock, await hashPassword(DEMO_PASSWORD, config));
  const photos = await drawPhotos(brush, files, patients);
  const labels = await Promise.all(Array.from({ length: LABELS }, () => files.save(drawTubeLabel(brush), 'jpg')));

  const [admin] = await insertAccounts(db, [accounts.admin]);
  const employees = await insertAccounts(db, accounts.employees);
  const laboratories = await insertAccounts(db, accounts.laboratories);
  const links = { employees: idsOf(employees), laboratories: idsOf(laboratories), photos };
  const rows = made.map((one, index) =>
    toAppointmentRow(one, clock, { ...links, label: labels[index % LABELS] as string }),
  );
  const payments = rows.map(toTransactionRow).filter((payment) => payment !== null);
  const documents = await Promise.all(
    made.map((one, index) => writeDocuments(one, rows[index] as AppointmentRow, files)),
  );
  const times = generateVisitTimes(new Random(11), rows);
  const notices = generateNotifications(rows, employees, admin?.id ?? '', clock);
  await inBatches(rows, (batch) => db.insertInto('appointments').values(batch).execute());
  await inBatches(payments, (batch) => db.insertInto('transactions').values(batch).execute());
  await inBatches(documents.flat(), (batch) => db.insertInto('documents').values(batch).execute());
  await inBatches(times, (batch) => db.insertInto('visit_times').values(batch).execute());
  await inBatches(notices, (batch) => db.insertInto('notifications').values(batch).execute());
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function drawPhotos(brush: Random, files: FileWriter, patients: readonly DemoPatient[]) {
  const pictured = patients.filter(({ hasPhoto }) => hasPhoto);
  const paths = await Promise.all(
    pictured.map(({ gender }) => files.save(drawPortrait(brush, gender === 'Female'), 'jpg')),
  );
  return new Map(pictured.map((patient, index) => [patient, paths[index] as string]));
}

/** The laboratory's order, and where there is a second document the patient's standing order. */
function writeDocuments({ documents, patient }: DemoAppointment, row: AppointmentRow, files: FileWriter) {
  const titles = ['Requisition', 'Standing order'].slice(0, documents);
  const saved = titles.map(async (title, index) => {
    const content = createRequisitionPdf({
      laboratory: row.laboratory,
      lines: [
        ['Patient', patient.patientName],
        ['Date of birth', patient.dateOfBirth || 'not stated'],
        ['Account', patient.accountNumber],
        ['Address', patient.address],
        ['Priority', row.priority],
      ],
      tests: REQUISITION_TESTS.slice(2 * index + (patient.age % 5), 2 * index + (patient.age % 5) + 3),
    });
    return {
      path: await files.save(content, 'pdf'),
      name: `${title} ${patient.accountNumber}.pdf`,
      size: content.length,
    };
  });
  return Promise.all(saved).then((list) => toDocumentRows(row.id, list));
}

async function inBatches<T>(rows: readonly T[], insert: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(rows.slice(from, from + BATCH));
}
