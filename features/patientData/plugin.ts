import { definePlugin } from 'portal-frame/plugin';
import { patientDataAction } from './resources/patientDataAction.ts';
import en from './texts/en.ts';

/** For admins: all data of one patient, to export as a ZIP file or to delete. */
export const patientData = definePlugin({
  name: 'patientData',
  frame: '^0.1',
  needs: ['app'],
  features: ['patients'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: {
    appointments: {
      actions: [{ add: 'patientData', after: 'uploadTracking', roles: ['admin'], action: patientDataAction }],
    },
  },
});
