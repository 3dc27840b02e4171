import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { z } from 'zod';
import { runSheet } from '../plugin.ts';
import { visitReportCalls } from '../wire/visitReportApi.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import { visitReportHandlers } from './visitReportHandlers.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Completes visits reported done without an admin. */
    completeWhenDone?: boolean | undefined;
  }
}

export default defineServerPlugin(runSheet, {
  texts: { en, es },
  settings: z.object({
    COMPLETE_WHEN_DONE: z
      .enum(['on', 'off'], { error: 'on or off' })
      .default('off')
      .transform((value) => value === 'on'),
  }),
  calls: serveCalls(visitReportCalls, visitReportHandlers, {
    reportVisit: ['change', 'appointments'],
    visitReports: ['read', 'appointments'],
    openReports: ['list', 'appointments'],
  }),
});
