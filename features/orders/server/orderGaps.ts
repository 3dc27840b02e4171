import type { Fasting, Gap } from '../../../src/wire/orderApi.ts';

export interface OrderReadiness {
  orderedBy: string | null;
  documentNeeded: boolean;
  fasting: Fasting;
  tests: number;
  /** Maximum over all tests; 0 for none. */
  fastingHours: number;
  /** The time is only proposed to the patient. */
  timeOpen: boolean;
  /** When a patient who had declined agreed to a time (ms). */
  agreedAt: number;
}

/** Lists what is missing before the draw, the most serious first. */
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
