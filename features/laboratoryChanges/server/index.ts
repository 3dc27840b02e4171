import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { laboratoryChanges } from '../plugin.ts';
import { laboratoryChangeCalls } from '../wire/laboratoryChangeApi.ts';
import { laboratoryChangeAppointment } from './laboratoryChange.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(laboratoryChanges, {
  texts: { en, es },
  calls: serveCalls(
    laboratoryChangeCalls,
    { laboratoryChangeAppointment },
    { laboratoryChangeAppointment: ['change', 'appointments'] },
  ),
  offersFeature: (feature, { patientChangeHours }) => feature !== 'laboratoryChanges' || patientChangeHours > 0,
});
