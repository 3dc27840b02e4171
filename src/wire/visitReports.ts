import { z } from 'zod';
import { text } from '../fields/rules.ts';
import { call, failing, ROLES } from './call.ts';
import { localDateTime } from './values.ts';

/** What an employee reports of a visit. A note is for the dispatcher alone. */
export const REPORT_KINDS = ['started', 'done', 'couldNotDraw', 'note'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** Why there was no draw; `other` wants own words. */
export const NOT_DRAWN_REASONS = ['notHome', 'refused', 'noVein', 'notFasting', 'wrongAddress', 'other'] as const;
export type NotDrawnReason = (typeof NOT_DRAWN_REASONS)[number];
/** How far a visit is, by its employee's own reports. */
export const VISIT_STATES = ['started', 'done', 'couldNotDraw'] as const satisfies readonly ReportKind[];
export type VisitState = (typeof VISIT_STATES)[number];

/** Characters of a note, and reports that one visit may have. */
export const MOST_NOTE = 1000;
export const MOST_REPORTS = 50;

/** What goes out with a report. */
export const newVisitReport = z.object({
  /** Given by the phone: the same one again is the same report, and is answered as the first. */
  key: text(64).min(8, { error: 'validation.invalid' }),
  kind: z.enum(REPORT_KINDS, { error: 'validation.invalid' }),
  reason: z.enum(NOT_DRAWN_REASONS, { error: 'validation.invalid' }).optional(),
  note: text(MOST_NOTE).optional(),
  /** When it was made, by the phone's clock. */
  madeAt: localDateTime.optional(),
});
export type NewVisitReport = z.input<typeof newVisitReport>;

const wireReport = z.object({
  _id: z.string(),
  kind: z.enum(REPORT_KINDS),
  /** For laboratories always null, as the note. */
  reason: z.enum(NOT_DRAWN_REASONS).nullable(),
  note: z.string().nullable(),
  at: z.string(),
  by: z.string(),
});
export type WireVisitReport = z.infer<typeof wireReport>;
/** An employee tells of their own visits, beyond spec 7. No report changes a status: what is earned follows from it. */
export const visitReportCalls = {
  reportVisit: call({
    method: 'POST',
    path: '/employee/report-visit/{id}',
    roles: ['employee'],
    feature: 'visitReports',
    summary: 'Report of my visit that it was started or done, that I could not draw, or a note to the dispatcher.',
    body: newVisitReport,
    data: wireReport,
    failure: failing('errors.reportVisit'),
    late: true,
  }),
  visitReports: call({
    method: 'GET',
    path: '/common/get-visit-reports/{id}',
    roles: ROLES,
    feature: 'visitReports',
    summary: 'What was reported of a visit, the oldest first. Laboratories see neither reasons nor notes.',
    data: z.array(wireReport),
    failure: failing('errors.visitReports'),
  }),
};
