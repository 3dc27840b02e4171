import calendar from 'portal-frame/plugins/calendar/browser';
import imports from 'portal-frame/plugins/imports/browser';

export default [calendar, imports];
