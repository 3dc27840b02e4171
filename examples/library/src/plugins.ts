import calendar from 'portal-frame/plugins/calendar/browser';

export default [calendar];
