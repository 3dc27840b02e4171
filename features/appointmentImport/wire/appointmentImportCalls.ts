import { declareCalls, failureTexts } from 'portal-frame';
import { bindImport, importBody, importFile, importReport } from 'portal-frame/plugins/imports/wire';
import { readImportedAppointment, wireImportedAppointment } from '../../../src/wire/appointments/appointmentRecord.ts';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    import: true;
  }
}

const { post } = declareCalls({});

/** Declares an import (beyond spec 7) of all rows of the file or none; `dryRun` only validates them. */
const importCall = <const P extends string>(path: P, own: { summary: string }) =>
  post(path, {
    ...own,
    feature: 'import',
    body: importBody,
    files: importFile,
    data: importReport(wireImportedAppointment),
    failure: failureTexts('errors.import'),
  });

export const appointmentImportCalls = {
  adminImportAppointments: importCall('/admin/import-appointments', { summary: 'Add appointments from a CSV file.' }),
  laboratoryImportAppointments: importCall('/laboratory/import-appointments', {
    summary: 'Add appointments of my laboratory from a CSV file.',
  }),
};

/** The imports of appointments, by role. */
export const appointmentImports = {
  admin: bindImport(appointmentImportCalls.adminImportAppointments, readImportedAppointment),
  laboratory: bindImport(appointmentImportCalls.laboratoryImportAppointments, readImportedAppointment),
};
