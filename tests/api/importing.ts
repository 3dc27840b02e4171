import { PEOPLE, type Person, type Reply, type TestServer } from './harness.ts';
import { clientOf } from './supplies.ts';

/** A CSV file. */
export const csv = (content: BlobPart, name = 'appointments.csv') => new File([content], name, { type: 'text/csv' });
/** Who imports, and how. */
export interface ImportOptions {
  by?: Person;
  dryRun?: boolean;
  confirmed?: boolean;
  language?: string;
}
/** Sends a CSV file to the import of whoever sends it. */
export async function sendImport(
  server: TestServer,
  content: BlobPart,
  { by = 'admin', language, ...body }: ImportOptions = {},
): Promise<Reply> {
  const name = PEOPLE[by].role === 'laboratory' ? 'laboratoryImportAppointments' : 'adminImportAppointments';
  return server.as(by, name, {
    body,
    files: { file: [csv(content)] },
    ...(language && { headers: { 'accept-language': language } }),
  });
}

/** Sends a CSV file to the import of a collection; gives the reply's code and body. */
export async function sendCollectionImport(
  server: TestServer,
  name: string,
  content: BlobPart,
  { by = 'admin', dryRun = false, language = 'en' }: Omit<ImportOptions, 'confirmed'> = {},
) {
  const files = { file: [csv(content, 'records.csv')] };
  return clientOf(server, by, name).upload('/import', files, { dryRun }, { 'accept-language': language });
}

/** The errors of a report, each as row, field and message. */
export const rowErrorsOf = ({ data }: Reply) =>
  (data.rowErrors as { row: number; field: string; message: string }[]).map(({ row, field, message }) => [
    row,
    field,
    message,
  ]);
