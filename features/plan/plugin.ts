import { definePlugin } from 'portal-frame/plugin';
import { appointmentPlan } from './resources/appointmentPlan.ts';
import closedDays from './resources/closedDays.ts';
import credentials from './resources/credentials.ts';
import facilities from './resources/facilities.ts';
import planOverrides from './resources/planOverrides.ts';
import shifts from './resources/shifts.ts';
import skills from './resources/skills.ts';
import timeOff from './resources/timeOff.ts';
import visitNeeds from './resources/visitNeeds.ts';
import workRules from './resources/workRules.ts';
import zipPlaces from './resources/zipPlaces.ts';
import zones from './resources/zones.ts';
import en from './texts/en.ts';

/** Rules about who makes a visit and when, with all that they are made of: shifts, days off, skills, zones and more. */
export const plan = definePlugin({
  name: 'plan',
  frame: '^0.1',
  needs: ['app', 'calendar'],
  features: ['plan'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [
    ...[shifts, timeOff, closedDays, facilities, zones, zipPlaces, skills, credentials, workRules, visitNeeds],
    planOverrides,
  ] as never[],
  extend: {
    appointments: appointmentPlan,
    employees: {
      show: {
        related: [
          { resource: 'timeOff', field: 'employee', columns: ['from', 'to', 'state'] },
          { resource: 'shifts', field: 'employee', columns: ['from', 'to', 'week'] },
        ],
      },
    },
  },
});
