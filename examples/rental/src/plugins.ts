import apiKeys from 'portal-frame/plugins/apiKeys/browser';
import audit from 'portal-frame/plugins/audit/browser';
import automations from 'portal-frame/plugins/automations/browser';
import calendar from 'portal-frame/plugins/calendar/browser';
import history from 'portal-frame/plugins/history/browser';
import imports from 'portal-frame/plugins/imports/browser';
import publicPages from 'portal-frame/plugins/publicPages/browser';
import reports from 'portal-frame/plugins/reports/browser';
import secondFactor from 'portal-frame/plugins/secondFactor/browser';
import trash from 'portal-frame/plugins/trash/browser';

export default [apiKeys, audit, automations, calendar, history, imports, publicPages, reports, secondFactor, trash];
