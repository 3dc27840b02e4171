import apiKeys from 'portal-frame/plugins/apiKeys/server';
import audit from 'portal-frame/plugins/audit/server';
import backup from 'portal-frame/plugins/backup/server';
import calendar from 'portal-frame/plugins/calendar/server';
import history from 'portal-frame/plugins/history/server';
import imports from 'portal-frame/plugins/imports/server';
import openApi from 'portal-frame/plugins/openApi/server';
import reports from 'portal-frame/plugins/reports/server';
import secondFactor from 'portal-frame/plugins/secondFactor/server';
import { defineServer } from 'portal-frame/server';
import { roles } from '../src/roles.ts';

export default defineServer({
  name: 'Town Library',
  roles,
  plugins: [apiKeys, audit, backup, calendar, history, imports, openApi, reports, secondFactor],
});
