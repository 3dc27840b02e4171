import { z } from 'zod';
import type { AnyRecord } from '../../frame/wire/binding.ts';
import { call, failureTexts, ROLES } from '../../frame/wire/call.ts';
import { text } from '../../frame/wire/rules.ts';
import { asList, asObject, asText, localDateTime } from '../../frame/wire/wireValues.ts';
import { isLabel, MAX_LABEL_LENGTH } from './orderApi.ts';

/** What an employee reports of a visit. A note is for the dispatcher alone; `tube` binds a label to a tube that was drawn. */
export const REPORT_KINDS = ['started', 'done', 'couldNotDraw', 'note', 'tube'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** Why there was no draw; `other` wants own words. */
export const NOT_DRAWN_REASONS = ['notHome', 'refused', 'noVein', 'notFasting', 'wrongAddress', 'other'] as const;
export type NotDrawnReason = (typeof NOT_DRAWN_REASONS)[number];
/** How far a visit is, by its employee's own reports. */
export const VISIT_STATES = ['started', 'done', 'couldNotDraw'] as const satisfies readonly ReportKind[];
export type VisitState = (typeof VISIT_STATES)[number];

/** Characters of a note, and reports that one visit may have. */
export const MAX_NOTE_LENGTH = 1000;
export const MAX_VISIT_REPORTS = 50;

/** What goes out with a report. */
export const newVisitReport = z.object({
  /** Given by the phone: the same one again is the same report, and is answered as the first. */
  key: text(64).min(8, { error: 'validation.invalid' }),
  kind: z.enum(REPORT_KINDS, { error: 'server.reportOutdated' }),
  reason: z.enum(NOT_DRAWN_REASONS, { error: 'server.reportOutdated' }).optional(),
  note: text(MAX_NOTE_LENGTH).optional(),
  /** Tubes: the label, and the id of the kind of tube. */
  label: text(MAX_LABEL_LENGTH).refine(isLabel, { error: 'validation.label' }).optional(),
  tube: text(64).optional(),
  /** When it was made, by the phone's clock. */
  madeAt: localDateTime.optional(),
});
export type NewVisitReport = z.input<typeof newVisitReport>;

/** Open reports that admins are shown at once, and the days that one stays among them. */
export const MAX_OPEN_REPORTS = 50;
export const OPEN_REPORT_DAYS = 14;

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
const wireOpenReport = wireReport.extend({
  appointmentId: z.string(),
  patientName: z.string(),
  appointmentDateTime: z.string(),
});
/** An employee reports on their own visits, beyond spec 7. No report changes a status: what is earned is derived from it. */
export const visitReportCalls = {
  reportVisit: call({
    method: 'POST',
    path: '/employee/report-visit/{id}',
    roles: ['employee'],
    feature: 'visitReports',
    summary: 'Report of my visit that it was started or done, that I could not draw, or a note to the dispatcher.',
    body: newVisitReport,
    data: wireReport,
    failure: failureTexts('errors.reportVisit'),
    allowIdleSession: true,
  }),
  visitReports: call({
    method: 'GET',
    path: '/common/get-visit-reports/{id}',
    roles: ROLES,
    feature: 'visitReports',
    summary: 'What was reported of a visit, the oldest first. Laboratories see neither reasons nor notes.',
    data: z.array(wireReport),
    failure: failureTexts('errors.visitReports'),
  }),
  openReports: call({
    method: 'GET',
    path: '/admin/get-open-reports',
    roles: ['admin'],
    feature: 'visitReports',
    summary: `Notes, and draws that could not be made, of pending visits as they stand: of the last ${OPEN_REPORT_DAYS} days, the newest first, at most ${MAX_OPEN_REPORTS}.`,
    data: z.array(wireOpenReport),
    failure: failureTexts('errors.visitReports'),
  }),
};

/** A report in our words. */
export interface VisitReport extends AnyRecord {
  kind: ReportKind;
  reason: NotDrawnReason | null;
  note: string;
  at: string;
  by: string;
}
export interface OpenReport extends VisitReport {
  /** The appointment's id. */
  appointment: string;
  patientName: string;
  appointmentDateTime: string;
}

function readReport(value: unknown): VisitReport {
  const wire = asObject(value);
  return {
    id: asText(wire._id),
    kind: REPORT_KINDS.find((kind) => kind === wire.kind) ?? 'note',
    reason: NOT_DRAWN_REASONS.find((reason) => reason === wire.reason) ?? null,
    note: asText(wire.note),
    at: asText(wire.at),
    by: asText(wire.by),
  };
}

export const readReports = (data: unknown): VisitReport[] => asList(data).map(readReport);
export const readOpenReports = (data: unknown): OpenReport[] =>
  asList(data).map((one) => {
    const wire = asObject(one);
    return {
      ...readReport(wire),
      appointment: asText(wire.appointmentId),
      patientName: asText(wire.patientName),
      appointmentDateTime: asText(wire.appointmentDateTime),
    };
  });
