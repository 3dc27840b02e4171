import { definePlugin } from 'portal-frame/plugin';
import { appointmentDispatch, archiveDispatch } from './resources/appointmentDispatch.ts';
import en from './texts/en.ts';

/** The dispatcher's work: tabs of visits, and assigning, moving, editing and cancelling them, one or many. */
export const dispatch = definePlugin({
  name: 'dispatch',
  frame: '^0.1',
  needs: ['app', 'runSheet'],
  features: ['dispatch'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: { appointments: appointmentDispatch, archive: archiveDispatch },
});
