/** What is timed of a day on the road: a visit from its start to its end, and the way from one to the next. */
export const VISIT_PARTS = ['door', 'between'] as const;
export type VisitPart = (typeof VISIT_PARTS)[number];
