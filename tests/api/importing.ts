import { PEOPLE, type Person, type Reply, type TestServer } from './harness.ts';
import { clientOf } from './supplies.ts';

/** A CSV file. */
export const csv = (content: BlobPart, name = 'appointments.csv') => new File([content], name, { type: 'text/csv' });
/** Person and options of an import. */
export interface ImportOptions {
  by?: Person;
  dryRun?: boolean;
  confirmed?: boolean;
  skipRepeated?: boolean;
  language?: string;
}
/** Imports a CSV file as this person. */
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

/** Imports a CSV file into a collection and returns code and body of the reply. */
export async function sendCollectionImport(
  server: TestServer,
  name: string,
  content: BlobPart,
  { by = 'admin', dryRun = false, language = 'en' }: Omit<ImportOptions, 'confirmed'> = {},
) {
  const files = { file: [csv(content, 'records.csv')] };
  return clientOf(server, by, name).upload('/import', files, { dryRun }, { 'accept-language': language });
}

/** The errors of a report: row, field and message. */
export const rowErrorsOf = ({ data }: Reply) =>
  (data.rowErrors as { row: number; field: string; message: string }[]).map(({ row, field, message }) => [
    row,
    field,
    message,
  ]);
