import { declareCalls, failureTexts } from 'portal-frame';
import {
  localDateTime,
  nullable,
  text,
  wireChoice,
  wireList,
  wireRecord,
  wireText,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';
import { FAILED_DRAW_REASONS, REPORT_KINDS } from '../../../src/wire/choices.ts';
import { isLabel, MAX_LABEL_LENGTH } from '../../../src/wire/orderApi.ts';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    visitReports: true;
  }
}

export const MAX_NOTE_LENGTH = 1000;
export const MAX_VISIT_REPORTS = 50;

export const newVisitReport = z.object({
  /** Idempotency key of the phone: a repeated report gets the first reply. */
  key: text(64).min(8, { error: 'validation.invalid' }),
  kind: z.enum(REPORT_KINDS, { error: 'server.reportOutdated' }),
  reason: z.enum(FAILED_DRAW_REASONS, { error: 'server.reportOutdated' }).optional(),
  note: text(MAX_NOTE_LENGTH).optional(),
  /** For `tube`: the label, and the id of the tube kind. */
  label: text(MAX_LABEL_LENGTH).refine(isLabel, { error: 'validation.label' }).optional(),
  tube: text(64).optional(),
  /** By the phone's clock. */
  madeAt: localDateTime.optional(),
});
export type NewVisitReport = z.input<typeof newVisitReport>;

/** Limit of the list of open reports, and days that a report stays in it. */
export const MAX_OPEN_REPORTS = 50;
export const OPEN_REPORT_DAYS = 14;

const reportFields = {
  ...wireTexts('at', 'by'),
  kind: wireChoice(REPORT_KINDS, 'note'),
  /** Null for laboratories, like the note. */
  reason: nullable(wireChoice(FAILED_DRAW_REASONS, null)),
  note: nullable(wireText),
};
const visitReport = wireRecord(reportFields);
export type WireVisitReport = z.infer<typeof visitReport.schema>;
export type VisitReport = ReturnType<typeof visitReport.read>;
const reports = wireList(visitReport);
const openReport = wireRecord({ ...reportFields, ...wireTexts('appointmentId', 'patientName', 'appointmentDateTime') });
export type OpenReport = ReturnType<typeof openReport.read>;
const openReports = wireList(openReport);

const { get, post } = declareCalls({ feature: 'visitReports', failure: failureTexts('errors.visitReports') });

/** Beyond spec 7. A report changes the status only under COMPLETE_WHEN_DONE, as earnings depend on it. */
export const visitReportCalls = {
  reportVisit: post('/employee/report-visit/{id}', {
    summary: 'Report of my visit that it was started or done, that I could not draw, or a note to the dispatcher.',
    body: newVisitReport,
    data: visitReport.schema,
    failure: failureTexts('errors.reportVisit'),
    allowIdleSession: true,
  }),
  visitReports: get('/common/get-visit-reports/{id}', {
    summary: 'What was reported of a visit, the oldest first. Laboratories see neither reasons nor notes.',
    data: reports.schema,
  }),
  openReports: get('/admin/get-open-reports', {
    summary: `Notes, and draws that could not be made, of pending visits as they stand: of the last ${OPEN_REPORT_DAYS} days, the newest first, at most ${MAX_OPEN_REPORTS}.`,
    data: openReports.schema,
  }),
};

export const readReports = reports.read;
export const readOpenReports = openReports.read;
