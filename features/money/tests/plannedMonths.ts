import fc from 'fast-check';

/** A laboratory and an employee: the months of 100 pairs are closed together. */
export const PAIRS = Number(process.env.GENERATED_PAIRS ?? 100);

const STATUSES = ['Completed', 'Pending', 'Rejected'] as const;
const cents = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null, freq: 3 });
/** Prices or rates of pay in cents; null for none. */
const amounts = fc.record({ visit: cents, urgent: cents, mile: cents });
const visit = fc.record({
  /** Nobody, the pair's employee, or the next pair's. */
  employee: fc.constantFrom(null, 0, 0, 1),
  priority: fc.constantFrom('Low', 'Urgent'),
  statuses: fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 2 }),
});
/** A month of a pair: its own prices and rates, the visits of its laboratory. */
const pairMonth = fc.record({
  prices: amounts,
  rates: amounts,
  visits: fc.array(visit, { maxLength: 3 }),
  /** The day of all visits: a trip to visits of other days would be held. */
  day: fc.integer({ min: 1, max: 28 }),
  /** Hundredths of a mile of a trip to all visits. */
  trip: fc.option(fc.integer({ min: 10, max: 9999 }), { nil: null }),
  /** A visit whose status changes after the closing. */
  late: fc.option(fc.nat(2), { nil: null }),
});
/** A calendar month: the prices and rates of all, and the months of the pairs. */
export const calendarMonth = fc.record({
  prices: amounts,
  rates: amounts,
  pairs: fc.array(pairMonth, { minLength: PAIRS, maxLength: PAIRS }),
});
export type CalendarMonth = typeof calendarMonth extends fc.Arbitrary<infer M> ? M : never;
export type PairMonth = CalendarMonth['pairs'][number];
export type Amounts = PairMonth['prices'];

/** A visit, the pair of its laboratory and that of its employee. */
export interface PlannedVisit {
  laboratory: number;
  employee: number | null;
  priority: string;
  day: number;
  statuses: readonly string[];
  /** Hundredths of a mile. */
  share: number;
}

export const planVisits = ({ pairs }: CalendarMonth): PlannedVisit[][] =>
  pairs.map(({ visits, day }, laboratory) =>
    visits.map(({ employee, ...rest }) => ({
      ...rest,
      day,
      laboratory,
      employee: employee === null ? null : (laboratory + employee) % PAIRS,
      share: 0,
    })),
  );

/** Computes what a visit charges and pays, in cents. Shares no code with the server. */
export function computeAmounts(month: CalendarMonth, visit: PlannedVisit, status: string) {
  const sumOf = (own: Amounts | undefined, general: Amounts) => {
    const amount = (kind: keyof Amounts) => own?.[kind] ?? general[kind] ?? 0;
    const extra = visit.priority === 'Urgent' ? amount('urgent') : 0;
    return amount('visit') + extra + Math.round((visit.share * amount('mile')) / 100);
  };
  if (status !== 'Completed') return { charge: 0, earning: 0 };
  const { pairs } = month;
  return {
    charge: sumOf(pairs[visit.laboratory]?.prices, month.prices),
    earning: visit.employee === null ? 0 : sumOf(pairs[visit.employee]?.rates, month.rates),
  };
}
