import type { Appointment } from '../../wire/appointments/appointmentRecord.ts';
import { isCompleted } from './visitState.ts';

/**
 * Sorts by time and marks the next visit. For an employee it is the started one, else the first open one. For others it
 * is the first open one that is not past.
 */
export function sortVisits(visits: readonly Appointment[], forEmployee: boolean, now = Date.now()): Appointment[] {
  const timeOf = ({ appointmentDateTime }: Appointment) => Date.parse(String(appointmentDateTime)) || 0;
  const sorted = visits.toSorted((a, b) => timeOf(a) - timeOf(b));
  const open = sorted.filter((visit) => !isCompleted(visit));
  const next = forEmployee
    ? (open.find(({ visitState }) => visitState === 'started') ?? open[0])
    : open.find((visit) => timeOf(visit) >= now);
  return sorted.map((visit) => (visit === next ? { ...visit, next: true } : visit));
}
