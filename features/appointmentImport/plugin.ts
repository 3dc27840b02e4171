import { definePlugin } from 'portal-frame/plugin';
import { appointmentImports } from './wire/appointmentImportCalls.ts';

/** Imports of appointments from CSV files, by admins and laboratories. */
export const appointmentImport = definePlugin({
  name: 'appointmentImport',
  frame: '^0.1',
  needs: ['app', 'imports'],
  features: ['import'],
  extend: {
    appointments: {
      keys: {
        import: {
          optional: ['employee'],
          headings: {
            patientName: ['Patient Name'],
            contactNumber: ['Phone', 'Phone Number', 'Mobile', 'Mobile Phone', 'Telephone'],
            dateOfBirth: ['DOB', 'Patient DOB', 'Birth Date', 'Birthdate'],
            gender: ['Sex'],
          },
        },
      },
      api: { import: appointmentImports },
      grants: [
        { action: 'import', role: 'admin' },
        { action: 'import', role: 'laboratory' },
      ],
    },
  },
});
