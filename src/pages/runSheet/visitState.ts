import type { Queue, QueuedReport } from '../../device/queue.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { VISIT_STATES, type VisitState } from '../../wire/visitReportApi.ts';

/** How far a visit is: by the last report that waits here, else by the host. */
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

/** The visit with its state as this device knows it. */
export const withReportedState = (visit: Appointment, reports: readonly QueuedReport[]): Appointment => ({
  ...visit,
  visitState: getVisitState(visit, reports),
});

/** A visit is made once its status or its employee's report says so; where nothing is reported, once its photo is there. */
export const isCompleted = ({ status, trackingImage, visitState }: Appointment): boolean =>
  status !== 'Pending' || (visitState ? visitState !== 'started' : trackingImage !== null);

/** The day as its employee goes through it. */
export interface VisitGroups {
  /** Still to be made, in the order of the day: the first is the next one. */
  open: Appointment[];
  /** Made, with something left to do: their photo is to be taken, or what was made of them is still on this device. */
  unfinished: Appointment[];
  done: Appointment[];
}

/** Sorts the visits of a day by what there is left to do. */
export function groupVisits(fetched: readonly Appointment[], { photos, reports }: Queue): VisitGroups {
  const visits = fetched.map((visit) => withReportedState(visit, reports));
  const has = (list: readonly { appointment: string }[], id: string) => list.some((one) => one.appointment === id);
  const made = (visit: Appointment) => isCompleted(visit) || (visit.visitState === null && has(photos, visit.id));
  const isUnfinished = (visit: Appointment) =>
    has(photos, visit.id) || has(reports, visit.id) || (visit.status === 'Pending' && isUntracked(visit));
  return {
    open: visits.filter((visit) => !made(visit)).toSorted((one, other) => getStartedRank(one) - getStartedRank(other)),
    unfinished: visits.filter((visit) => made(visit) && isUnfinished(visit)),
    done: visits.filter((visit) => made(visit) && !isUnfinished(visit)),
  };
}

/** Whoever is being drawn from comes before those who wait. */
const getStartedRank = ({ visitState }: Appointment) => (visitState === 'started' ? 0 : 1);

/** Done, as reported, without its photo. */
const isUntracked = ({ visitState, trackingImage }: Appointment) => visitState === 'done' && trackingImage === null;
