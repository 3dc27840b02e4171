import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { appointmentImport } from '../plugin.ts';
import { appointmentImportCalls } from '../wire/appointmentImportCalls.ts';
import { importHandlers } from './importAppointments.ts';

export default defineServerPlugin(appointmentImport, {
  calls: serveCalls(appointmentImportCalls, importHandlers, {
    adminImportAppointments: ['create', 'appointments'],
    laboratoryImportAppointments: ['create', 'appointments'],
  }),
});
