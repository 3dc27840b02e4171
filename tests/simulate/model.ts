import type { Person } from './people.ts';

/** A visit as the server confirmed it. */
export interface Visit {
  name: string;
  id: string;
  laboratory: Person;
  /** ms since 1970 */
  at: number;
  employee: string | null;
  status: string;
  /** Booked with tests. */
  hasOrder: boolean;
  /** An admin confirmed that it overlaps. */
  overlaps: boolean;
  /** It was taken from an employee. */
  wasTaken: boolean;
  /** Employees who were ever assigned. */
  assigned: Set<string>;
}

/** A report that the phone accepted. */
export interface Tap {
  phone: Person;
  visit: string;
  kind: 'started' | 'done' | 'couldNotDraw' | 'tube' | 'note';
  label?: string;
  /** By the phone's clock. */
  at: number;
}

/** A picture of a visit. Each has another share of red. */
interface Picture {
  phone: Person;
  visit: string;
  red: number;
}

/** State that follows from the confirmed writes. */
export const createModel = () => ({
  visits: [] as Visit[],
  /** Bookings by patient, confirmed or not. */
  asked: new Set<string>(),
  taps: [] as Tap[],
  pictures: [] as Picture[],
  /** Reasons of the days off that a program entered: confirmed or not. */
  daysOff: new Map<string, boolean>(),
  /** Tube labels by phone that are in hand, with the visit. */
  inHand: new Map<string, { phone: Person; visit: string }>(),
  labels: 0,
  patients: 0,
});
export type Model = ReturnType<typeof createModel>;
