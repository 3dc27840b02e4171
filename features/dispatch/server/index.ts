import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { dispatch } from '../plugin.ts';
import { dispatchCalls } from '../wire/dispatchApi.ts';
import { dispatchHandlers } from './dispatchHandlers.ts';
import { findTabFilter } from './tabFilters.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import { loadVisitWhy } from './visitWhy.ts';

export default defineServerPlugin(dispatch, {
  texts: { en, es },
  calls: serveCalls(dispatchCalls, dispatchHandlers, {
    changeAppointment: ['change', 'appointments'],
    assignMany: ['change', 'appointments'],
    setStatusMany: ['change', 'appointments'],
    appointmentCounts: null,
    availability: null,
  }),
  appointmentTabs: { findFilter: findTabFilter, loadWhy: loadVisitWhy },
});
