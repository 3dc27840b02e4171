import type { Transaction } from 'kysely';
import type { Services } from 'portal-frame/server';
import { type AccountContext, hashPassword } from 'portal-frame/server/accounts';
import { insertRows, runIfEmpty, type Schema } from 'portal-frame/server/database';
import { toDocumentRows } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { generateVisitTimes, reportVisits, toAppointmentRow, toTransactionRow } from './appointmentRows.ts';
import { type Clock, createClock } from './demoClock.ts';
import { Random } from './demoRandom.ts';
import { DEMO_PASSWORD } from './demoStaff.ts';
import { drawPortrait, drawTubeLabel } from './drawPictures.ts';
import { createFileWriter, type FileWriter } from './fileWriter.ts';
import { generateAccounts, insertAccounts } from './generateAccounts.ts';
import { type DemoAppointment, generateAppointments } from './generateAppointments.ts';
import { generateNotifications } from './generateNotifications.ts';
import { type DemoPatient, generatePatients } from './generatePatients.ts';
import { createRequisitionPdf } from './requisitionPdf.ts';
import { REQUISITION_TESTS } from './sampleTexts.ts';

const PATIENT_COUNT = 240;
/** Tracking images, shared by the appointments. */
const LABEL_COUNT = 10;

/**
 * Seeds an empty database with demo data, and with what `more` adds, all or nothing. Only ids, file names and dates
 * (relative to today) vary. Returns false if the database is not empty.
 */
export async function seedDemo(
  { app, config, store, files: fileStore }: Services,
  more: (db: Transaction<Schema>) => Promise<void> = async () => {},
): Promise<boolean> {
  const clock = createClock(config.timeZone);
  const files = createFileWriter(fileStore);
  const seeded = await runIfEmpty(store, async (db) => {
    await seed({ db, app }, clock, files, config);
    await more(db);
    return true;
  }).catch(async (error: unknown) => {
    await files.discard();
    throw error;
  });
  return seeded ?? false;
}

async function seed(
  within: AccountContext,
  clock: Clock,
  files: FileWriter,
  config: { argonMemoryKib: number },
): Promise<void> {
  const { db } = within;
  // The pictures have their own numbers, so that a new picture does not change the other data.
  const random = new Random(20_260_301);
  const pictureRandom = new Random(7);
  const patients = generatePatients(random, PATIENT_COUNT, clock.day(0));
  const made = generateAppointments(random, patients, clock.weekday);
  const accounts = await generateAccounts(pictureRandom, files, clock, await hashPassword(DEMO_PASSWORD, config));
  const photos = await drawPhotos(pictureRandom, files, patients);
  const labels = await Promise.all(
    Array.from({ length: LABEL_COUNT }, () => files.save(drawTubeLabel(pictureRandom), 'jpg')),
  );

  const [admin] = await insertAccounts(within, [accounts.admin]);
  const employees = await insertAccounts(within, accounts.employees);
  const laboratories = await insertAccounts(within, accounts.laboratories);
  const links = { employees: getIds(employees), laboratories: getIds(laboratories), photos };
  const rows = made.map((one, index) =>
    toAppointmentRow(one, clock, { ...links, label: labels[index % LABEL_COUNT] as string }),
  );
  const payments = rows.map(toTransactionRow).filter((payment) => payment !== null);
  const documents = await Promise.all(
    made.map((one, index) => writeDocuments(one, rows[index] as AppointmentRow, files)),
  );
  const times = generateVisitTimes(new Random(11), rows);
  const reports = reportVisits(new Random(13), rows, clock.now);
  const notices = generateNotifications(rows, employees, admin?.id ?? '', clock);
  await insertRows(db, 'appointments', rows);
  await insertRows(db, 'transactions', payments);
  await insertRows(db, 'documents', documents.flat());
  await insertRows(db, 'visit_times', times);
  await insertRows(db, 'visit_reports', reports);
  await insertRows(db, 'notifications', notices);
}

const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function drawPhotos(pictureRandom: Random, files: FileWriter, patients: readonly DemoPatient[]) {
  const pictured = patients.filter(({ hasPhoto }) => hasPhoto);
  const paths = await Promise.all(
    pictured.map(({ gender }) => files.save(drawPortrait(pictureRandom, gender === 'Female'), 'jpg')),
  );
  return new Map(pictured.map((patient, index) => [patient, paths[index] as string]));
}

/** Writes the laboratory's requisition, and as a second document the patient's standing order. */
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
