import { definePlugin } from 'portal-frame/plugin';
import runSheetPage from './pages/runSheetPage.ts';
import { appointmentReports, archiveReports } from './resources/appointmentReports.ts';
import failedDraws from './resources/failedDraws.ts';
import visitTimes from './resources/visitTimes.ts';
import en from './texts/en.ts';

/** An employee's day on a phone, also offline, and reports of visits that it sends. */
export const runSheet = definePlugin({
  name: 'runSheet',
  frame: '^0.1',
  needs: ['app'],
  features: ['visitReports'],
  texts: { en, es: () => import('./texts/es.ts') },
  pages: [runSheetPage],
  resources: [failedDraws as never, visitTimes as never],
  extend: { appointments: appointmentReports, archive: archiveReports },
});
