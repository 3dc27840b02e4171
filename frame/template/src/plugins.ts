import apiKeys from 'portal-frame/plugins/apiKeys/browser';
import audit from 'portal-frame/plugins/audit/browser';
import automations from 'portal-frame/plugins/automations/browser';
import calendar from 'portal-frame/plugins/calendar/browser';
import commandPalette from 'portal-frame/plugins/commandPalette/browser';
import history from 'portal-frame/plugins/history/browser';
import imports from 'portal-frame/plugins/imports/browser';
import oidc from 'portal-frame/plugins/oidc/browser';
import publicPages from 'portal-frame/plugins/publicPages/browser';
import push from 'portal-frame/plugins/push/browser';
import reports from 'portal-frame/plugins/reports/browser';
import savedQueries from 'portal-frame/plugins/savedQueries/browser';
import secondFactor from 'portal-frame/plugins/secondFactor/browser';
import trash from 'portal-frame/plugins/trash/browser';

/** Plug-ins of the browser. Those with a server half have a line in server/app.ts, too. */
export default [
  apiKeys,
  audit,
  automations,
  calendar,
  commandPalette,
  history,
  imports,
  oidc,
  publicPages,
  push,
  reports,
  savedQueries,
  secondFactor,
  trash,
];
