import { getDayRange, getToday } from '../../frame/server/base/time.ts';
import type { Account } from '../../frame/server/http/callHandler.ts';
import { findPage } from '../../frame/server/records/operations/recordsApi.ts';
import type { FindOptions } from '../../frame/server/records/read/listQuery.ts';
import type { Services } from '../../frame/server/services.ts';
import { type AppointmentQuery, fromAppointmentQuery } from '../../src/wire/appointments/appointmentQuery.ts';
import type { WireAppointment } from '../../src/wire/appointments/appointmentRecord.ts';
import type { APPOINTMENT_TABS } from '../../src/wire/choices.ts';
import { findVisitGaps } from '../orders/readiness.ts';
import { findWireOrders } from '../orders/wireOrders.ts';
import { complete, type FullAppointment, scheduledAppointments } from '../store/appointments.ts';
import { employeeByIdOrCode } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { allToWire, gapsIn, ownerOf, toWire } from './appointmentWire.ts';
import type { Handlers, Input } from './handler.ts';

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
type Where = NonNullable<FindOptions['where']>;

/** Filters of the dispatcher's tabs. */
export function tabFilters(zone: string, now = Date.now()): Record<(typeof APPOINTMENT_TABS)[number], Where> {
  const { from, to } = getDayRange(getToday(zone, now), zone);
  const pending = ['status', 'equals', 'Pending'] as const;
  return {
    unassigned: [pending, ['employee', 'present', false]],
    today: [
      ['appointmentDateTime', 'from', from],
      ['appointmentDateTime', 'to', to - 1],
    ],
    upcoming: [pending, ['appointmentDateTime', 'from', to]],
    late: [pending, ['visitState', 'differs', 'done'], ['appointmentDateTime', 'to', now - 1]],
    done: [pending, ['visitState', 'equals', 'done']],
  };
}

async function list(
  { query, account }: { query: AppointmentQuery; account: Account },
  services: Services,
  resource: 'appointments' | 'archive',
) {
  const { page, perPage, sort, filter } = fromAppointmentQuery(query);
  const employee = filter.employee ? await employeeByIdOrCode(services.db, filter.employee) : undefined;
  const asked: Where = [
    ['id', 'equals', filter.id],
    ['status', 'equals', filter.status],
    ['priorityLevel', 'equals', filter.priorityLevel],
    // An empty name does not filter.
    ['laboratory', 'equals', filter.laboratory || undefined],
    ['employee', 'equals', filter.employee ? (employee?.id ?? '') : undefined],
    ['employee', 'present', filter.assigned],
    ['trackingImage', 'present', filter.tracking],
    ['appointmentDateTime', 'day', filter.appointmentDate],
    ['appointmentDateTime', 'from', filter.from],
    ['appointmentDateTime', 'to', filter.to],
  ];
  const tab = filter.tab ? tabFilters(services.config.timeZone)[filter.tab] : [];
  const where = [...tab, ...asked.filter(([, , value]) => value !== undefined)];
  const { rows, total, totalPages } = await findPage(services, resource, account, { where, sort, page, perPage });
  const full = await complete(services.db, rows as unknown as AppointmentRow[]);
  return { data: { appointments: await allToWire(full, services, account), totalPages, total } };
}

async function todayOf({ account }: { account: Account }, services: Services) {
  const { db, config } = services;
  const range = getDayRange(getToday(config.timeZone), config.timeZone);
  const found = await complete(db, await scheduledAppointments(db, range, ownerOf(account)));
  const gaps = await findVisitGaps(services, found);
  // The run sheet needs the orders offline.
  const orders =
    account.role === 'employee'
      ? await findWireOrders(
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

/** Today's lists contain the employee also under `employee` (spec 7). */
const withEmployee = <W extends WireAppointment>(wire: W) => ({
  ...wire,
  employee: wire.employeeId,
});

const appointments = (input: Input<'adminAppointments'>, services: Services) => list(input, services, 'appointments');
const archive = (input: Input<'adminArchive'>, services: Services) => list(input, services, 'archive');

export const appointmentListHandlers: Handlers<Names> = {
  adminAppointments: appointments,
  employeeAppointments: appointments,
  laboratoryAppointments: appointments,
  adminArchive: archive,
  employeeArchive: archive,
  laboratoryArchive: archive,
  adminToday: todayOf,
  employeeToday: todayOf,
  laboratoryToday: todayOf,
};
