import { type AppointmentQuery, fromAppointmentQuery } from '../../src/wire/appointmentQuery.ts';
import type { WireAppointment } from '../../src/wire/appointmentRecord.ts';
import type { APPOINTMENT_TABS } from '../../src/wire/values.ts';
import type { Account, Handlers, Input } from '../http/handler.ts';
import { ordersFor } from '../orders/order.ts';
import { gapsFor } from '../orders/ready.ts';
import type { Services } from '../services.ts';
import { employeeByIdOrCode } from '../store/accounts.ts';
import type { AppointmentFilter } from '../store/appointmentFilter.ts';
import { type FullAppointment, pageOfAppointments, scheduledAppointments } from '../store/appointments.ts';
import { dayRange, type Range, today } from '../time.ts';
import { allToWire, gapsIn, ownerOf, toWire } from './appointmentWire.ts';

type Names =
  | 'adminAppointments'
  | 'adminArchive'
  | 'adminToday'
  | 'employeeAppointments'
  | 'employeeArchive'
  | 'employeeToday'
  | 'laboratoryAppointments'
  | 'laboratoryArchive'
  | 'laboratoryToday';

/** No moment is earlier, or later. */
export const EVER: Range = { from: -8.64e15, to: 8.64e15 };
const both = (one: Range, other: Range): Range => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

type Asked = ReturnType<typeof fromAppointmentQuery>['filter'];

/** The visits of a day, of days from one to another, or whenever. */
function scheduledIn({ appointmentDate: on, from, to }: Asked, zone: string): Range | undefined {
  if (!on && !from && !to) return undefined;
  const wanted = on ? dayRange(on, zone) : EVER;
  return both(wanted, {
    from: from ? dayRange(from, zone).from : EVER.from,
    to: to ? dayRange(to, zone).to : EVER.to,
  });
}

/** What a tab shows: pending visits without an employee, today's, those of the days after, and those whose time has passed. */
export function tabFilters(
  zone: string,
  now = Date.now(),
): Record<(typeof APPOINTMENT_TABS)[number], AppointmentFilter> {
  const day = dayRange(today(zone, now), zone);
  return {
    unassigned: { pending: true, assigned: false },
    today: { scheduled: day },
    upcoming: { pending: true, scheduled: { from: day.to, to: EVER.to } },
    late: { pending: true, scheduled: { from: EVER.from, to: now } },
  };
}

async function list(
  { query, account }: { query: AppointmentQuery; account: Account },
  services: Services,
  archived: boolean,
) {
  const { db, config } = services;
  const { page, perPage, sort, filter } = fromAppointmentQuery(query);
  // An employee is named by record id or by code.
  const employee = filter.employee ? await employeeByIdOrCode(db, filter.employee) : undefined;
  const tab = filter.tab && tabFilters(config.timeZone)[filter.tab];
  const scheduled = scheduledIn(filter, config.timeZone);
  const wanted: AppointmentFilter = {
    owner: ownerOf(account),
    archived,
    id: filter.id,
    status: filter.status,
    priority: filter.priorityLevel,
    laboratory: filter.laboratory,
    employeeId: filter.employee ? (employee?.id ?? '') : undefined,
    assigned: filter.assigned,
    tracking: filter.tracking,
    ...tab,
    scheduled: tab?.scheduled && scheduled ? both(tab.scheduled, scheduled) : (tab?.scheduled ?? scheduled),
  };
  const { appointments, totalPages, total } = await pageOfAppointments(db, wanted, sort, page, perPage);
  return { data: { appointments: await allToWire(appointments, services, account), totalPages, total } };
}

async function todayOf({ account }: { account: Account }, services: Services) {
  const { db, config } = services;
  const range = dayRange(today(config.timeZone), config.timeZone);
  const found = await scheduledAppointments(db, range, ownerOf(account));
  const gaps = await gapsFor(services, found);
  // Who draws has the order at hand, also where there is no connection.
  const orders =
    account.role === 'employee'
      ? await ordersFor(
          services,
          found.map(({ row }) => row),
        )
      : null;
  const ordered = (one: FullAppointment) => {
    const order = orders?.get(one.row.id);
    return { ...gapsIn(gaps, one), ...(order && { order }) };
  };
  return { data: found.map((one) => withEmployee(toWire(one, services, account, ordered(one)))) };
}

/** Today's lists hold the employee a second time, under `employee` (spec 7). */
const withEmployee = <W extends WireAppointment>(wire: W) => ({
  ...wire,
  employee: wire.employeeId,
});

const wholeList = (input: Input<'adminAppointments'>, services: Services) => list(input, services, false);
const archive = (input: Input<'adminArchive'>, services: Services) => list(input, services, true);

/** The lists of appointments, of each role. */
export const appointmentListHandlers: Handlers<Names> = {
  adminAppointments: wholeList,
  employeeAppointments: wholeList,
  laboratoryAppointments: wholeList,
  adminArchive: archive,
  employeeArchive: archive,
  laboratoryArchive: archive,
  adminToday: todayOf,
  employeeToday: todayOf,
  laboratoryToday: todayOf,
};
