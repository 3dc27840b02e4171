import type { Range } from '../time.ts';
import type { AppointmentStatus } from './schema.ts';

/** Whose appointments: the employee's or the laboratory's own; all of them where left out (the admin). */
export interface Owner {
  column: 'employee_id' | 'laboratory_id';
  id: string;
}

/** Which appointments; what is left out does not narrow. */
export interface AppointmentFilter {
  owner?: Owner | undefined;
  id?: string | undefined;
  /** Completed and Rejected ones only. */
  archived?: boolean | undefined;
  /** Pending ones only. */
  pending?: boolean | undefined;
  status?: AppointmentStatus | undefined;
  priority?: string | undefined;
  /** The laboratory's name. */
  laboratory?: string | undefined;
  employeeId?: string | undefined;
  scheduled?: Range | undefined;
  assigned?: boolean | undefined;
  tracking?: boolean | undefined;
}

/** The values of a filter, as runCompiled takes them. */
export const valuesOf = ({ owner, scheduled, id, status, priority, laboratory, employeeId }: AppointmentFilter) => ({
  ...{ id, status, priority, employeeId },
  // An empty name does not narrow.
  laboratory: laboratory || undefined,
  ...{ ownerId: owner?.id, from: scheduled?.from, to: scheduled?.to },
});

/** What a query depends on beside those values. */
export const shapeOf = ({ owner, archived, pending, scheduled, assigned, tracking }: AppointmentFilter) =>
  JSON.stringify([owner?.column, archived, pending, scheduled !== undefined, assigned, tracking]);

/** The filter with other values in it: the holes of a compiled query. */
export function withValues(filter: AppointmentFilter, values: ReturnType<typeof valuesOf>): AppointmentFilter {
  const { owner, scheduled, archived, pending, assigned, tracking } = filter;
  const { ownerId, from, to, ...rest } = values;
  return {
    ...{ archived, pending, assigned, tracking, ...rest },
    owner: owner && { ...owner, id: ownerId as string },
    scheduled: scheduled && { from: from as number, to: to as number },
  };
}
