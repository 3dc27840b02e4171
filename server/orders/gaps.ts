import type { Fasting, Gap } from '../../src/wire/orderApi.ts';

/** The state of a visit's order before departure. */
export interface OrderReadiness {
  orderedBy: string | null;
  documentNeeded: boolean;
  fasting: Fasting;
  tests: number;
  /** The longest that one of its tests asks for; 0 for none. */
  fastingHours: number;
  /** Its time is a proposal that nobody has agreed on with the patient. */
  timeOpen: boolean;
  /** When somebody agreed on the time with the patient, who had said no (ms). */
  agreedAt: number;
}

/** What is missing for the draw, the gravest first; of a visit without an order, that it has none. */
export function listGaps(order: OrderReadiness | undefined, documents: number): Gap[] {
  if (!order) return ['noOrder'];
  const { orderedBy, documentNeeded, fasting, tests, fastingHours, timeOpen } = order;
  const fasts = fastingHours > 0;
  const found: Record<Exclude<Gap, 'noOrder' | 'declined'>, boolean> = {
    incomplete: tests === 0 || !orderedBy,
    timeOpen,
    notFasting: fasts && fasting === 'notFasting',
    fasting: fasts && fasting === 'notAsked',
    document: documentNeeded && documents === 0,
  };
  return (Object.keys(found) as (keyof typeof found)[]).filter((gap) => found[gap]);
}
