import type { Operator, Where } from 'portal-frame';
import { type Account, getDayRange, getToday, type Services } from 'portal-frame/server';
import { findPage, getCollection } from 'portal-frame/server/database';
import { type AppointmentQuery, fromAppointmentQuery } from '../../src/wire/appointments/appointmentQuery.ts';
import type { WireAppointment } from '../../src/wire/appointments/appointmentRecord.ts';
import type { APPOINTMENT_TABS } from '../../src/wire/choices.ts';
import { findWireOrders } from '../orders/wireOrders.ts';
import { type FullAppointment, loadDetails, scheduledAppointments } from '../store/appointments.ts';
import { employeeByIdOrCode } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { allToWire, loadVisitFields, ownerOf, toWire } from './appointmentWire.ts';
import type { Input, SomeHandlers } from './handler.ts';

/** Returns the condition of each tab of the admins' appointment list. Days are those of the time zone `zone`. */
export function tabFilters(zone: string, now = Date.now()): Record<(typeof APPOINTMENT_TABS)[number], Where> {
  const day = getToday(zone, now);
  const pending = { status: 'Pending' } as const;
  return {
    unassigned: { ...pending, employee: null },
    today: { appointmentDateTime: day },
    upcoming: { ...pending, appointmentDateTime: { gt: day } },
    late: { ...pending, visitState: { not: 'done' }, appointmentDateTime: { lt: new Date(now).toISOString() } },
    done: { ...pending, visitState: 'done' },
  };
}

/** Returns the condition of a filter, or an empty one if the filter is not set. */
const whereGiven = (field: string, operator: Operator, value: unknown): Where =>
  value === undefined ? {} : { [field]: { [operator]: value } };

/** Answers a list call with one page of the appointments that the account may see. */
async function list(
  { query, account }: { query: AppointmentQuery; account: Account },
  services: Services,
  resource: 'appointments' | 'archive',
) {
  const { page, perPage, sort, ...filter } = fromAppointmentQuery(query);
  const employee = filter.employee ? await employeeByIdOrCode(services.db, filter.employee) : undefined;
  const where: Where = {
    and: [
      filter.tab ? tabFilters(services.config.timeZone)[filter.tab] : {},
      whereGiven('id', 'equals', filter.id),
      whereGiven('status', 'equals', filter.status),
      whereGiven('priorityLevel', 'equals', filter.priorityLevel),
      // An empty name does not filter.
      whereGiven('laboratory', 'equals', filter.laboratory || undefined),
      whereGiven('employee', 'equals', filter.employee ? (employee?.id ?? '') : undefined),
      whereGiven('employee', 'exists', filter.assigned),
      whereGiven('trackingImage', 'exists', filter.tracking),
      whereGiven('appointmentDateTime', 'equals', filter.appointmentDate),
      whereGiven('appointmentDateTime', 'gte', filter.from),
      whereGiven('appointmentDateTime', 'lte', filter.to),
    ],
  };
  const context = { services, collection: getCollection(services, resource), account };
  const { rows, total, totalPages } = await findPage(context, { where, sort, page, perPage });
  const full = await loadDetails(services.db, rows as unknown as AppointmentRow[]);
  return { data: { appointments: await allToWire(full, services, account), totalPages, total } };
}

/** Answers the calls for today's appointments; employees also get the orders. */
async function listToday({ account }: { account: Account }, services: Services) {
  const { db, config } = services;
  const range = getDayRange(getToday(config.timeZone), config.timeZone);
  const found = await loadDetails(db, await scheduledAppointments(db, range, ownerOf(account)));
  const readFields = await loadVisitFields(services, found);
  // The run sheet needs the orders offline.
  const orders =
    account.role === 'employee'
      ? await findWireOrders(
          services,
          found.map(({ row }) => row),
        )
      : null;
  const getFields = (one: FullAppointment) => {
    const order = orders?.get(one.row.id);
    return { ...readFields(one), ...(order && { order }) };
  };
  return { data: found.map((one) => withEmployee(toWire(one, services, account, getFields(one)))) };
}

/** Today's lists contain the employee also under `employee` (spec 7). */
const withEmployee = <W extends WireAppointment>(wire: W) => ({
  ...wire,
  employee: wire.employeeId,
});

const appointments = (input: Input<'adminAppointments'>, services: Services) => list(input, services, 'appointments');
const archive = (input: Input<'adminArchive'>, services: Services) => list(input, services, 'archive');

export const appointmentListHandlers = {
  adminAppointments: appointments,
  employeeAppointments: appointments,
  laboratoryAppointments: appointments,
  adminArchive: archive,
  employeeArchive: archive,
  laboratoryArchive: archive,
  adminToday: listToday,
  employeeToday: listToday,
  laboratoryToday: listToday,
} satisfies SomeHandlers;
