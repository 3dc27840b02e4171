import type { Where } from 'portal-frame';
import { type Account, getDayRange, getToday, type Services } from 'portal-frame/server';
import { findPage, getCollection } from 'portal-frame/server/database';
import { type AppointmentQuery, fromAppointmentQuery } from '../../src/wire/appointments/appointmentQuery.ts';
import { type FullAppointment, loadDetails, scheduledAppointments } from '../store/appointments.ts';
import { employeeByIdOrCode } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { findWireOrders } from '../visitOrders.ts';
import { findTabFilter, loadVisitWhy } from '../visitParts.ts';
import { allToWire, loadVisitFields, ownerOf, toWire } from './appointmentWire.ts';
import type { Input, SomeHandlers } from './handler.ts';

/** Answers a list call with one page of the appointments that the account may see. */
async function list(
  { query, account }: { query: AppointmentQuery; account: Account },
  services: Services,
  resource: 'appointments' | 'archive',
) {
  const { page, perPage, tab, employeeId } = query;
  const employee = employeeId ? await employeeByIdOrCode(services.db, employeeId) : undefined;
  const { where: given, sort } = fromAppointmentQuery(query, employee?.id);
  const where: Where = { and: [...(tab ? [await findTabFilter(services, tab)] : []), ...given] };
  const context = { services, collection: getCollection(services, resource), account };
  const { rows, total, totalPages } = await findPage(context, { where, sort, page, perPage });
  const full = await loadDetails(services.db, rows as unknown as AppointmentRow[]);
  const wires = await allToWire(full, services, account);
  const readWhy = await loadVisitWhy(
    services,
    account,
    tab,
    full.map(({ row }) => row),
  );
  const appointments = wires.map((wire, at) => ({ ...wire, ...readWhy((full[at] as FullAppointment).row) }));
  return { data: { appointments, totalPages, total } };
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
  const data = found.map((one) => toWire(one, services, account, getFields(one)));
  // These lists contain the employee also under `employee` (spec 7).
  return { data: data.map((wire) => ({ ...wire, employee: wire.employeeId })) };
}

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
