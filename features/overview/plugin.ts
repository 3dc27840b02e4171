import { now, type Where } from 'portal-frame';
import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** It is open, and its visit is over or was erased. */
const DUE: Where = {
  and: [{ status: 'Pending' }, { or: [{ appointment: null }, { 'appointment.appointmentDateTime': { lt: now } }] }],
};

/** Open work and the progress of the day on the dashboards, and first steps for the first administrator. */
export const overview = definePlugin({
  name: 'overview',
  frame: '^0.1',
  needs: ['app', 'dispatch', 'runSheet'],
  features: ['overview'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: {
    transactions: { list: { filters: [{ field: 'due', feature: 'overview', where: DUE, after: 'status' }] } },
  },
});
