import { isCompleted } from '../../../../src/dashboards/today/todayQuery.ts';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { VISIT_STATES, type VisitState } from '../../../../src/wire/choices.ts';
import type { Queue, QueuedReport } from '../device/offlineQueue.ts';

/** Returns the visit's state by its last queued report, else by the host. */
export function getVisitState(
  visit: Pick<Appointment, 'id' | 'visitState'>,
  reports: readonly QueuedReport[],
): VisitState | null {
  const last = reports.findLast(
    ({ appointment, refused, report }) =>
      appointment === visit.id && refused === undefined && VISIT_STATES.some((state) => state === report.kind),
  );
  return VISIT_STATES.find((state) => state === last?.report.kind) ?? visit.visitState;
}

export const withReportedState = (visit: Appointment, reports: readonly QueuedReport[]): Appointment => ({
  ...visit,
  visitState: getVisitState(visit, reports),
});

export interface VisitGroups {
  /** In order; the first is the next one. */
  open: Appointment[];
  /** Completed, but a photo is missing or an item is unsent. */
  unfinished: Appointment[];
  done: Appointment[];
  /** Cancelled: neither done nor counted, as on the admin's board. */
  rejected: Appointment[];
  progress: { visits: number; done: number };
}

/** Groups today's visits for the run sheet, by their state on this device. */
export function groupVisits(fetched: readonly Appointment[], { photos, reports }: Queue): VisitGroups {
  const visits = fetched.map((visit) => withReportedState(visit, reports));
  const has = (list: readonly { appointment: string }[], id: string) => list.some((one) => one.appointment === id);
  const made = (visit: Appointment) => isCompleted(visit) || (visit.visitState === null && has(photos, visit.id));
  const isUnfinished = (visit: Appointment) =>
    has(photos, visit.id) || has(reports, visit.id) || (visit.status === 'Pending' && isUntracked(visit));
  const isRejected = ({ status }: Appointment) => status === 'Rejected';
  const counted = visits.filter((visit) => !isRejected(visit));
  return {
    open: visits.filter((visit) => !made(visit)).toSorted((one, other) => getStartedRank(one) - getStartedRank(other)),
    unfinished: visits.filter((visit) => made(visit) && isUnfinished(visit)),
    done: counted.filter((visit) => made(visit) && !isUnfinished(visit)),
    rejected: visits.filter((visit) => isRejected(visit) && !isUnfinished(visit)),
    progress: { visits: counted.length, done: counted.filter(made).length },
  };
}

/** Started visits come first. */
const getStartedRank = ({ visitState }: Appointment) => (visitState === 'started' ? 0 : 1);

const isUntracked = ({ visitState, trackingImage }: Appointment) => visitState === 'done' && trackingImage === null;
