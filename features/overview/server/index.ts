import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { overview } from '../plugin.ts';
import { overviewCalls } from '../wire/overviewApi.ts';
import { overviewHandlers } from './overviewHandlers.ts';

export default defineServerPlugin(overview, {
  calls: serveCalls(overviewCalls, overviewHandlers, {
    overview: null,
    employeeOverview: null,
    laboratoryOverview: null,
  }),
});
