import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { z } from 'zod';
import { plan } from '../plugin.ts';
import { planCalls } from '../wire/planApi.ts';
import { slotCalls } from '../wire/slotApi.ts';
import expiringCredentials from './expiringCredentials.ts';
import { loadAgainst } from './findAgainst.ts';
import { findReasonsAmong, keepOverrides } from './findBrokenRules.ts';
import { findFacilities } from './findFacilities.ts';
import { findMoveTimes } from './findMoveTimes.ts';
import closedDayHooks from './hooks/closedDayHooks.ts';
import timeOffHooks from './hooks/timeOffHooks.ts';
import { loadNeeds, loadPlanRules } from './loadPlanRules.ts';
import { loadRoutes } from './loadRoutes.ts';
import { findOpenConflicts } from './openConflicts.ts';
import { planConflicts } from './planConflicts.ts';
import { isOff } from './planRules.ts';
import { isHolidayRegion } from './publicHolidays.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import { findTaken, findVisitSlots } from './visitSlots.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Country, or country and state, whose public holidays are closed days: 'US-PA'. */
    holidays?: string | undefined;
    /** Address of an OSRM server that gives driving times. */
    osrmUrl?: string | undefined;
  }
}

export default defineServerPlugin(plan, {
  texts: { en, es },
  settings: z.object({
    HOLIDAYS: z
      .string()
      .refine(isHolidayRegion, { error: 'a country, or a country and state, such as US-PA' })
      .optional(),
    OSRM_URL: z
      .url({ protocol: /^https?$/, error: 'an address such as http://osrm:5000' })
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
  }),
  hooks: { closedDays: closedDayHooks, timeOff: timeOffHooks },
  calls: [
    ...serveCalls(planCalls, { planConflicts }, { planConflicts: null }),
    ...serveCalls(slotCalls, { findSlots: findVisitSlots }, { findSlots: null }),
  ],
  jobs: [expiringCredentials],
  bookingRules: {
    ...{ findReasonsAmong, keepOverrides, findTaken, findOpenConflicts, findMoveTimes, loadAgainst, loadRoutes },
    ...{ findNeeds: loadNeeds, findFacilities },
    async loadAbsences(services) {
      const rules = await loadPlanRules(services);
      return (employee, day) => isOff(rules, employee, day);
    },
  },
});
