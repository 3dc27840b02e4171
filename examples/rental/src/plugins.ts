import automations from 'portal-frame/plugins/automations/browser';
import calendar from 'portal-frame/plugins/calendar/browser';

export default [automations, calendar];
