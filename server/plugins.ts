import apiKeys from 'portal-frame/plugins/apiKeys/server';
import audit from 'portal-frame/plugins/audit/server';
import automations from 'portal-frame/plugins/automations/server';
import backup from 'portal-frame/plugins/backup/server';
import calendar from 'portal-frame/plugins/calendar/server';
import documents from 'portal-frame/plugins/documents/server';
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
import comments from '../examples/plugin-comments/server/index.ts';
import adjustments from '../features/adjustments/server/index.ts';
import appointmentImport from '../features/appointmentImport/server/index.ts';
import auditTrail from '../features/auditTrail/server/index.ts';
import calendarFeed from '../features/calendarFeed/server/index.ts';
import custody from '../features/custody/server/index.ts';
import dayPlans from '../features/dayPlans/server/index.ts';
import dispatch from '../features/dispatch/server/index.ts';
import fhir from '../features/fhir/server/index.ts';
import heldClaims from '../features/heldClaims/server/index.ts';
import laboratoryChanges from '../features/laboratoryChanges/server/index.ts';
import mileage from '../features/mileage/server/index.ts';
import money from '../features/money/server/index.ts';
import orders from '../features/orders/server/index.ts';
import overview from '../features/overview/server/index.ts';
import patientData from '../features/patientData/server/index.ts';
import patientLinks from '../features/patientLinks/server/index.ts';
import plan from '../features/plan/server/index.ts';
import requisitions from '../features/requisitions/server/index.ts';
import runSheet from '../features/runSheet/server/index.ts';
import standingOrders from '../features/standingOrders/server/index.ts';
import visitResults from '../features/visitResults/server/index.ts';

/** Plug-ins and features of the server. Without its line and its folder, the portal runs without one. */
export const plugins = [
  apiKeys,
  audit,
  automations,
  backup,
  calendar,
  documents,
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
  comments,
  runSheet,
  dispatch,
  appointmentImport,
  auditTrail,
  orders,
  custody,
  calendarFeed,
  fhir,
  laboratoryChanges,
  overview,
  patientData,
  patientLinks,
  plan,
  dayPlans,
  requisitions,
  standingOrders,
  mileage,
  money,
  adjustments,
  heldClaims,
  visitResults,
];
