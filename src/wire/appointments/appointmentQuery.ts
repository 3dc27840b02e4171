import type { ListParams, Operator, Where } from 'portal-frame';
import {
  DAY_PAGE_SIZE,
  DEFAULT_PAGE_SIZE,
  day,
  EXPORT_PAGE_SIZE,
  flag,
  fromFlag,
  MAX_PAGE_SIZE,
  omitEmpty,
  pageNumber,
  text,
  toFlag,
} from 'portal-frame/wire';
import { z } from 'zod';
import { APPOINTMENT_STATUSES, APPOINTMENT_TABS, PRIORITIES } from '../choices.ts';

const SORT_FIELDS = ['createdAt', 'patientName'] as const;
/** Beyond spec 7. */
const MORE_SORT_FIELDS = ['appointmentDateTime'] as const;
const sortFields = z.enum(SORT_FIELDS, { error: 'validation.sortField' });
const sortOrder = z.enum(['-1', '1'], { error: 'validation.sortOrder' });

export const archiveQuery = z.object({
  page: pageNumber.default(1),
  status: z.enum(APPOINTMENT_STATUSES, { error: 'validation.status' }).optional(),
  priorityLevel: z.enum(PRIORITIES, { error: 'validation.priority' }).optional(),
  labortary: text().optional(),
  employeeId: text(64).optional(),
  dateAndTime: day.optional(),
  sortFields: sortFields.default('createdAt'),
  sortOrder: sortOrder.default('-1'),
  /** Beyond spec 7: one record by its id. */
  id: text(64).optional(),
  /** Beyond spec 7; replaces sortFields. */
  sortBy: z.enum(MORE_SORT_FIELDS, { error: 'validation.sortField' }).optional(),
  /** Beyond spec 7: first and last day of the visits. */
  from: day.optional(),
  to: day.optional(),
  /** Beyond spec 7: rows per page. */
  perPage: z.coerce.number({ error: 'validation.page' }).int().min(1).max(EXPORT_PAGE_SIZE).optional(),
});
export const listQuery = archiveQuery.extend({
  assigned: flag.optional(),
  tracking: flag.optional(),
  /** Beyond spec 7: a tab of the dispatcher. */
  tab: z.enum(APPOINTMENT_TABS, { error: 'validation.invalid' }).optional(),
});
export type AppointmentQuery = z.infer<typeof listQuery>;

const getSelectedPageSize = (rows: number) =>
  rows > 0 && rows !== DEFAULT_PAGE_SIZE ? Math.min(rows, MAX_PAGE_SIZE) : undefined;

/** Converts react-admin's list parameters to the query; only set parameters are sent. */
export function toAppointmentQuery({ page, perPage, sort, filter, all, view }: ListParams): Record<string, unknown> {
  return omitEmpty({
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
    sortBy: MORE_SORT_FIELDS.find((field) => field === sort.field),
    id: filter.id,
    tab: filter.tab,
    from: filter.from,
    to: filter.to,
    perPage: all ? EXPORT_PAGE_SIZE : view ? DAY_PAGE_SIZE : getSelectedPageSize(perPage),
  });
}

/** Converts the query of a list call to its sort and its condition, on the server. `employee` is the id of the named one. */
export function fromAppointmentQuery(query: AppointmentQuery, employee: string | undefined) {
  const filters: [field: string, Operator, value: unknown][] = [
    ['id', 'equals', query.id],
    ['status', 'equals', query.status],
    ['priorityLevel', 'equals', query.priorityLevel],
    // An empty name does not filter.
    ['laboratory', 'equals', query.labortary || undefined],
    ['employee', 'equals', query.employeeId ? (employee ?? '') : undefined],
    ['employee', 'exists', fromFlag(query.assigned)],
    ['trackingImage', 'exists', fromFlag(query.tracking)],
    ['appointmentDateTime', 'equals', query.dateAndTime],
    ['appointmentDateTime', 'gte', query.from],
    ['appointmentDateTime', 'lte', query.to],
  ];
  const given = filters.filter(([, , value]) => value !== undefined);
  const where = given.map(([field, operator, value]): Where => ({ [field]: { [operator]: value } }));
  const order = query.sortOrder === '1' ? ('ASC' as const) : ('DESC' as const);
  return { where, sort: { field: query.sortBy ?? query.sortFields, order } };
}
