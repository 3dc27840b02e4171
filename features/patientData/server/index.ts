import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { patientData } from '../plugin.ts';
import { patientCalls } from '../wire/patientApi.ts';
import { registerPatientExport } from './patientExportRoute.ts';
import { patientHandlers } from './patientHandlers.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(patientData, {
  texts: { en, es },
  calls: serveCalls(patientCalls, patientHandlers, {
    patientRecords: ['list', 'appointments'],
    deletePatient: ['delete', 'appointments'],
  }),
  routes: [registerPatientExport],
});
