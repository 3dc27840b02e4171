import apiKeys from 'portal-frame/plugins/apiKeys/server';
import audit from 'portal-frame/plugins/audit/server';
import automations from 'portal-frame/plugins/automations/server';
import backup from 'portal-frame/plugins/backup/server';
import calendar from 'portal-frame/plugins/calendar/server';
import history from 'portal-frame/plugins/history/server';
import imports from 'portal-frame/plugins/imports/server';
import openApi from 'portal-frame/plugins/openApi/server';
import publicPages from 'portal-frame/plugins/publicPages/server';
import reports from 'portal-frame/plugins/reports/server';
import secondFactor from 'portal-frame/plugins/secondFactor/server';
import trash from 'portal-frame/plugins/trash/server';
import { defineServer, integerVariable, readVariables } from 'portal-frame/server';
import { z } from 'zod';
import { roles } from '../src/roles.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Days after its end until a reservation that nobody collected is deleted. */
    reservationDays: number;
  }
}

const variables = z.object({ RESERVATION_DAYS: integerVariable(0, 365, 0) });

export default defineServer({
  name: 'Tool Rental',
  roles,
  plugins: [
    apiKeys,
    audit,
    automations,
    backup,
    calendar,
    history,
    imports,
    openApi,
    publicPages,
    reports,
    secondFactor,
    trash,
  ],
  settings: (env) => ({ reservationDays: readVariables(variables, env).RESERVATION_DAYS }),
});
