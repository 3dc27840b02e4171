/** Choices of the fields of appointments, people and transactions (spec 3 and 9). Other areas keep theirs beside their calls. */
export const APPOINTMENT_STATUSES = ['Pending', 'Completed', 'Rejected'] as const;
/** Beyond spec 3: who cancelled a visit. A late cancellation by patient or laboratory is charged. */
export const CANCELLERS = ['patient', 'laboratory', 'business'] as const;
/** Beyond spec 7: tabs of the dispatcher's list besides `all`. */
export const APPOINTMENT_TABS = ['unassigned', 'conflicts', 'today', 'upcoming', 'late', 'done'] as const;
export type Tab = (typeof APPOINTMENT_TABS)[number];
export const TRANSACTION_STATUSES = ['Completed', 'Pending', 'Denied'] as const;
export const PRIORITIES = ['Urgent', 'High', 'Medium', 'Low'] as const;
export const GENDERS = ['Male', 'Female', 'Others'] as const;
export const DEPARTMENTS = ['Laboratory', 'Radiology', 'Pharmacy', 'Admin'] as const;
export const SHIFTS = ['Morning (8AM - 4PM)', 'Evening (4PM - 12AM)', 'Night (12AM - 8AM)'] as const;
/** Laboratories without an account, filtered by name (spec 2, 9). */
export const EXTRA_LABORATORIES = ['Natera', 'Caredx', 'Prosecco study', 'Assisted Living', 'Other'] as const;
/** Laboratories do not see notes; `tube` labels a drawn tube. */
export const REPORT_KINDS = ['started', 'done', 'couldNotDraw', 'note', 'tube'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** Reasons for a failed draw; `other` requires a note. */
export const FAILED_DRAW_REASONS = ['notHome', 'refused', 'noVein', 'notFasting', 'wrongAddress', 'other'] as const;
export type FailedDrawReason = (typeof FAILED_DRAW_REASONS)[number];
/** Progress of a visit as reported by its employee. */
export const VISIT_STATES = ['started', 'done', 'couldNotDraw'] as const satisfies readonly ReportKind[];
export type VisitState = (typeof VISIT_STATES)[number];
/** Measured parts of a day: at the patient's door, and between two visits. */
export const VISIT_PARTS = ['door', 'between'] as const;
export type VisitPart = (typeof VISIT_PARTS)[number];

/** Fields of the business profile without which a document names no seller. */
export const SELLER_FIELDS = ['name', 'address'] as const;
