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
import savedQueries from 'portal-frame/plugins/savedQueries/server';
import trash from 'portal-frame/plugins/trash/server';

/** Plug-ins of the frame with tests in this app. */
export const plugins = [
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
  savedQueries,
  trash,
];
