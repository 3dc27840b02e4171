import { z } from 'zod';
import { text } from '../fields/rules.ts';
import { EXPORT_ROWS, type ListParams, VIEW_ROWS } from './binding.ts';
import { APPOINTMENT_STATUSES, day, flag, fromFlag, nonEmpty, PRIORITIES, toFlag } from './values.ts';

const SORT_FIELDS = ['createdAt', 'patientName'] as const;
const sortFields = z.enum(SORT_FIELDS, { error: 'validation.sortField' });
const sortOrder = z.enum(['-1', '1'], { error: 'validation.sortOrder' });
const page = z.coerce
  .number({ error: 'validation.page' })
  .int({ error: 'validation.page' })
  .min(1, { error: 'validation.page' })
  .max(1e9, { error: 'validation.page' });

/** The query of the archives (spec 7). */
export const archiveQuery = z.object({
  page: page.default(1),
  status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }).optional(),
  priorityLevel: z.enum(PRIORITIES, { error: 'validation.priority' }).optional(),
  labortary: text(200).optional(),
  employeeId: text(64).optional(),
  dateAndTime: day.optional(),
  sortFields: sortFields.default('createdAt'),
  sortOrder: sortOrder.default('-1'),
  /** Beyond spec 7, for a popup opened by its address: that one record. */
  id: text(64).optional(),
  /** Beyond spec 7, for exports and calendars: rows per page. */
  perPage: z.coerce.number({ error: 'validation.page' }).int().min(1).max(EXPORT_ROWS).optional(),
});
/** The query of the appointment lists (spec 7). */
export const listQuery = archiveQuery.extend({ assigned: flag.optional(), tracking: flag.optional() });
export type AppointmentQuery = z.infer<typeof listQuery>;

/** react-admin's list parameters as the wire spells them: only what is set is sent. */
export function toAppointmentQuery({ page, sort, filter, all, view }: ListParams): Record<string, unknown> {
  return nonEmpty({
    page,
    status: filter.status,
    priorityLevel: filter.priorityLevel,
    labortary: filter.laboratory,
    employeeId: filter.employee,
    dateAndTime: filter.appointmentDate,
    sortFields: SORT_FIELDS.find((field) => field === sort.field) ?? SORT_FIELDS[0],
    sortOrder: sort.order === 'ASC' ? 1 : -1,
    assigned: toFlag(filter.assigned),
    tracking: toFlag(filter.tracking),
    id: filter.id,
    perPage: all ? EXPORT_ROWS : view ? VIEW_ROWS : undefined,
  });
}

/** The server's side of `toAppointmentQuery`. */
export function fromAppointmentQuery(query: AppointmentQuery) {
  const {
    page,
    sortFields: field,
    sortOrder: order,
    labortary,
    employeeId,
    dateAndTime,
    assigned,
    tracking,
    perPage,
    ...rest
  } = query;
  return {
    page,
    perPage,
    sort: { field, order: order === '1' ? ('ASC' as const) : ('DESC' as const) },
    filter: {
      ...rest,
      laboratory: labortary,
      employee: employeeId,
      appointmentDate: dateAndTime,
      assigned: fromFlag(assigned),
      tracking: fromFlag(tracking),
    },
  };
}
