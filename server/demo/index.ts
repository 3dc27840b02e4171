import { hashPassword } from '../../frame/server/accounts/passwordHash.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { whileEmpty } from '../../frame/server/db/firstStart.ts';
import type { Services } from '../../frame/server/services.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { makeAccounts, writeAccounts } from './accounts.ts';
import { appointmentRow, documentRows, paymentOf } from './appointments.ts';
import { type Clock, clockOf } from './clock.ts';
import { type DemoAppointment, makeAppointments } from './days.ts';
import { type FileWriter, fileWriter } from './files.ts';
import { makeNotifications } from './notices.ts';
import { type DemoPatient, makePatients } from './patients.ts';
import { requisitionPdf } from './pdf.ts';
import { portrait, tubeLabel } from './pictures.ts';
import { Random } from './random.ts';
import { DEMO_PASSWORD } from './staff.ts';
import { makeVisitTimes } from './visitTimes.ts';
import { TESTS } from './words.ts';

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
  const clock = clockOf(config.timeZone);
  const files = fileWriter(fileStore);
  await whileEmpty(store, (db) => seed(db, clock, files, config)).catch(async (error: unknown) => {
    await files.discard();
    throw error;
  });
}

async function seed(db: Db, clock: Clock, files: FileWriter, config: { argonMemory: number }): Promise<void> {
  // One row of numbers for the facts, one for the drawings: a new picture leaves the facts alone.
  const random = new Random(20_260_301);
  const brush = new Random(7);
  const patients = makePatients(random, PATIENTS, clock.day(0));
  const made = makeAppointments(random, patients, clock.weekday);
  const accounts = await makeAccounts(brush, files, clock, await hashPassword(DEMO_PASSWORD, config));
  const photos = await drawPhotos(brush, files, patients);
  const labels = await Promise.all(Array.from({ length: LABELS }, () => files.save(tubeLabel(brush), 'jpg')));

  const [admin] = await writeAccounts(db, [accounts.admin]);
  const employees = await writeAccounts(db, accounts.employees);
  const laboratories = await writeAccounts(db, accounts.laboratories);
  const links = { employees: idsOf(employees), laboratories: idsOf(laboratories), photos };
  const rows = made.map((one, index) =>
    appointmentRow(one, clock, { ...links, label: labels[index % LABELS] as string }),
  );
  const payments = rows.map(paymentOf).filter((payment) => payment !== null);
  const documents = await Promise.all(
    made.map((one, index) => writeDocuments(one, rows[index] as AppointmentRow, files)),
  );
  const times = makeVisitTimes(new Random(11), rows);
  const notices = makeNotifications(rows, employees, admin?.id ?? '', clock);
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
    pictured.map(({ gender }) => files.save(portrait(brush, gender === 'Female'), 'jpg')),
  );
  return new Map(pictured.map((patient, index) => [patient, paths[index] as string]));
}

/** The laboratory's order, and where there is a second document the patient's standing order. */
function writeDocuments({ documents, patient }: DemoAppointment, row: AppointmentRow, files: FileWriter) {
  const titles = ['Requisition', 'Standing order'].slice(0, documents);
  const saved = titles.map(async (title, index) => {
    const content = requisitionPdf({
      laboratory: row.laboratory,
      lines: [
        ['Patient', patient.patientName],
        ['Date of birth', patient.dateOfBirth || 'not stated'],
        ['Account', patient.accountNumber],
        ['Address', patient.address],
        ['Priority', row.priority],
      ],
      tests: TESTS.slice(2 * index + (patient.age % 5), 2 * index + (patient.age % 5) + 3),
    });
    return {
      path: await files.save(content, 'pdf'),
      name: `${title} ${patient.accountNumber}.pdf`,
      size: content.length,
    };
  });
  return Promise.all(saved).then((list) => documentRows(row.id, list));
}

async function inBatches<T>(rows: readonly T[], insert: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(rows.slice(from, from + BATCH));
}
