import type { AppointmentRow } from '../../store/schema.ts';
import type { VisitNeed } from './bookingRules.ts';

const MINUTE = 60_000;
/** Minutes before the time of a visit, or before the hours agreed with the patient, from which on its end is believed. */
export const EARLY_MINUTES = 60;

type Visit = Pick<AppointmentRow, 'id' | 'scheduled_at'>;
type Needs = ReadonlyMap<string, Pick<VisitNeed, 'earliest'>>;

/** Returns the minutes from a report to the visit; to the hours agreed with the patient if they begin before it. */
export function getMinutesBefore({ id, scheduled_at }: Visit, madeAt: number, needs: Needs): number {
  return Math.round((Math.min(scheduled_at, needs.get(id)?.earliest ?? scheduled_at) - madeAt) / MINUTE);
}

/** True if a report was made so long before its visit that it needs another fact or a yes. */
export const isTooEarly = (visit: Visit, madeAt: number, needs: Needs): boolean =>
  getMinutesBefore(visit, madeAt, needs) > EARLY_MINUTES;
