import apiKeys from 'portal-frame/plugins/apiKeys/browser';
import audit from 'portal-frame/plugins/audit/browser';
import calendar from 'portal-frame/plugins/calendar/browser';
import history from 'portal-frame/plugins/history/browser';
import imports from 'portal-frame/plugins/imports/browser';
import reports from 'portal-frame/plugins/reports/browser';
import secondFactor from 'portal-frame/plugins/secondFactor/browser';

export default [apiKeys, audit, calendar, history, imports, reports, secondFactor];
