import apiKeys from 'portal-frame/plugins/apiKeys/server';
import audit from 'portal-frame/plugins/audit/server';
import automations from 'portal-frame/plugins/automations/server';
import backup from 'portal-frame/plugins/backup/server';
import calendar from 'portal-frame/plugins/calendar/server';
import history from 'portal-frame/plugins/history/server';
import imports from 'portal-frame/plugins/imports/server';
import mcp from 'portal-frame/plugins/mcp/server';
import metrics from 'portal-frame/plugins/metrics/server';
import oidc from 'portal-frame/plugins/oidc/server';
import openApi from 'portal-frame/plugins/openApi/server';
import publicPages from 'portal-frame/plugins/publicPages/server';
import push from 'portal-frame/plugins/push/server';
import reports from 'portal-frame/plugins/reports/server';
import savedQueries from 'portal-frame/plugins/savedQueries/server';
import secondFactor from 'portal-frame/plugins/secondFactor/server';
import trash from 'portal-frame/plugins/trash/server';
import { defineServer } from 'portal-frame/server';
import { roles } from '../src/roles.ts';

/** Server parts of the app. A line less in `plugins` is a part less. */
export default defineServer({
  name: '{name}',
  roles,
  plugins: [
    apiKeys,
    audit,
    automations,
    backup,
    calendar,
    history,
    imports,
    mcp,
    metrics,
    oidc,
    openApi,
    publicPages,
    push,
    reports,
    savedQueries,
    secondFactor,
    trash,
  ],
});
