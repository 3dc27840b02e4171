import apiKeys from 'portal-frame/plugins/apiKeys/browser';
import audit from 'portal-frame/plugins/audit/browser';
import automations from 'portal-frame/plugins/automations/browser';
import calendar from 'portal-frame/plugins/calendar/browser';
import commandPalette from 'portal-frame/plugins/commandPalette/browser';
import documents from 'portal-frame/plugins/documents/browser';
import history from 'portal-frame/plugins/history/browser';
import imports from 'portal-frame/plugins/imports/browser';
import oidc from 'portal-frame/plugins/oidc/browser';
import push from 'portal-frame/plugins/push/browser';
import reports from 'portal-frame/plugins/reports/browser';
import savedQueries from 'portal-frame/plugins/savedQueries/browser';
import secondFactor from 'portal-frame/plugins/secondFactor/browser';
import trash from 'portal-frame/plugins/trash/browser';
import comments from '../examples/plugin-comments/browser/index.ts';
import adjustments from '../features/adjustments/browser/index.ts';
import appointmentImport from '../features/appointmentImport/browser/index.ts';
import auditTrail from '../features/auditTrail/browser/index.ts';
import calendarFeed from '../features/calendarFeed/browser/index.ts';
import custody from '../features/custody/browser/index.ts';
import dayPlans from '../features/dayPlans/browser/index.ts';
import dispatch from '../features/dispatch/browser/index.ts';
import heldClaims from '../features/heldClaims/browser/index.ts';
import laboratoryChanges from '../features/laboratoryChanges/browser/index.ts';
import mileage from '../features/mileage/browser/index.ts';
import money from '../features/money/browser/index.ts';
import orders from '../features/orders/browser/index.ts';
import overview from '../features/overview/browser/index.ts';
import patientData from '../features/patientData/browser/index.ts';
import plan from '../features/plan/browser/index.ts';
import requisitions from '../features/requisitions/browser/index.ts';
import runSheet from '../features/runSheet/browser/index.ts';
import standingOrders from '../features/standingOrders/browser/index.ts';
import visitResults from '../features/visitResults/browser/index.ts';

/** Plug-ins and features of the browser. Those with a server half have a line in server/plugins.ts, too. */
export default [
  apiKeys,
  audit,
  automations,
  calendar,
  commandPalette,
  documents,
  history,
  imports,
  oidc,
  push,
  reports,
  savedQueries,
  secondFactor,
  trash,
  comments,
  runSheet,
  dispatch,
  appointmentImport,
  auditTrail,
  orders,
  custody,
  calendarFeed,
  laboratoryChanges,
  overview,
  patientData,
  plan,
  dayPlans,
  requisitions,
  standingOrders,
  mileage,
  heldClaims,
  money,
  adjustments,
  visitResults,
];
