import type { Photo } from '../../device/photos.ts';
import type { Appointment } from '../../wire/appointmentRecord.ts';

/** A visit is done once its photo is there or its status says so. */
export const isDone = ({ status, trackingImage }: Appointment): boolean =>
  status !== 'Pending' || trackingImage !== null;

/** The day as its employee goes through it. */
export interface Day {
  /** Still to be made, in the order of the day: the first is the next one. */
  open: Appointment[];
  /** Made, but their photo is still on this device. */
  sending: Appointment[];
  done: Appointment[];
}

/** Sorts the visits of a day by what there is left to do. */
export function dayOfVisits(visits: readonly Appointment[], photos: readonly Photo[]): Day {
  const hasPhoto = (id: string) => photos.some(({ appointment }) => appointment === id);
  const left = visits.filter((visit) => !isDone(visit));
  return {
    open: left.filter(({ id }) => !hasPhoto(id)),
    sending: visits.filter((visit) => hasPhoto(visit.id)),
    done: visits.filter((visit) => isDone(visit) && !hasPhoto(visit.id)),
  };
}
