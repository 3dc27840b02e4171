import { DateTime } from 'luxon';
import { createFileStore, verifyAudit } from 'portal-frame/internal/server';
import { verifyCustody } from '../../server/custody/verifyCustody.ts';
import type { QueuedHandOver } from '../../src/device/offlineQueue.ts';
import { call } from './network.ts';
import { TIME_ZONE, VISIT_MINUTES } from './openServer.ts';
import { checkOutside, checkPicture } from './outside.ts';
import { EMPLOYEES, PEOPLE, type Person } from './people.ts';
import { type Phone, use } from './phone.ts';
import { findDaysOff, query, type VisitRow } from './stored.ts';
import { forbid, Violation, type World } from './world.ts';

const toDay = (moment: number) => DateTime.fromMillis(moment, { zone: TIME_ZONE }).toISODate();
const VISIT = 'id, patient_name, employee_id, laboratory_id, scheduled_at, status, visit_state';
type CheckedVisit = Pick<
  VisitRow,
  'id' | 'patient_name' | 'employee_id' | 'laboratory_id' | 'scheduled_at' | 'status' | 'visit_state'
>;
const allVisits = ({ server }: World) => query<CheckedVisit>(server, `select ${VISIT} from appointments`);

/** Holds after every step. */
export async function checkStep(world: World): Promise<void> {
  const rows = await allVisits(world);
  checkBookings(world, rows);
  checkOverlaps(world, rows);
  const daysOff = Map.groupBy(await findDaysOff(world.server), ({ reason }) => reason);
  for (const [reason, isConfirmed] of world.model.daysOff) {
    const count = daysOff.get(reason)?.length ?? 0;
    forbid('no record of a program is stored twice', count > 1 && reason);
    forbid('no confirmed record of a program is lost', isConfirmed && count === 0 && reason);
  }
}

/** No confirmed booking or change is lost; no booking is stored twice. */
function checkBookings({ model, server }: World, rows: readonly CheckedVisit[]): void {
  const byName = Map.groupBy(rows, ({ patient_name }) => patient_name);
  for (const [name, found] of byName) {
    forbid('no booking twice', found.length > 1 && `${name} has ${found.length} visits`);
    forbid('nothing from nowhere', !model.asked.has(name) && name);
  }
  for (const visit of model.visits) {
    const row = byName.get(visit.name)?.[0];
    if (!row) throw new Violation('no confirmed booking is lost', visit.name);
    const changed =
      ((row.employee_id ?? null) !== visit.employee && 'employee') ||
      (Number(row.scheduled_at) !== visit.at && 'time') ||
      (row.laboratory_id !== server.ids[visit.laboratory] && 'laboratory') ||
      (visit.status !== 'Pending' && row.status !== visit.status && 'status');
    forbid('no confirmed change is lost', changed && `the ${changed} of ${visit.name}`);
  }
}

/** No employee has two visits at once, unless an admin confirmed it. */
function checkOverlaps({ model }: World, rows: readonly CheckedVisit[]): void {
  const byEmployee = Map.groupBy(
    rows.filter(({ employee_id, status }) => employee_id && status === 'Pending'),
    ({ employee_id }) => employee_id,
  );
  for (const visits of byEmployee.values()) {
    const sorted = visits.toSorted((a, b) => Number(a.scheduled_at) - Number(b.scheduled_at));
    for (const [index, later] of sorted.entries()) {
      const earlier = sorted[index - 1];
      if (!earlier || Number(later.scheduled_at) - Number(earlier.scheduled_at) >= VISIT_MINUTES * 60_000) continue;
      const isConfirmed = model.visits.some(
        ({ name, overlaps }) => overlaps && (name === earlier.patient_name || name === later.patient_name),
      );
      forbid('nobody is booked twice', !isConfirmed && `${earlier.patient_name} and ${later.patient_name}`);
    }
  }
}

/** Holds once everything has arrived. */
export async function checkEnd(world: World): Promise<void> {
  await checkTaps(world);
  await checkChains(world);
  await checkViews(world);
  await checkCounts(world);
  await checkToday(world);
  await checkStates(world);
  await checkOutside(world);
  await checkOrders(world);
  await checkLedger(world);
}

interface ReportRow {
  appointment_id: string;
  account_id: string;
  kind: string;
  note: string;
}

/** Each tap has arrived once, or the phone shows its refusal. */
async function checkTaps(world: World): Promise<void> {
  const { server, model, phones } = world;
  forbid('nothing is refused without a reason', model.asked.size > 5 && model.visits.length === 0 && 'all bookings');
  const reports = await query<ReportRow>(server, 'select * from visit_reports');
  for (const phone of phones) {
    const { refused, given, waiting } = await use(world, phone, async ({ queue }) => {
      const { photos, reports: kept, handOvers } = await queue.loadQueue();
      return {
        refused: kept.filter((one) => one.refused !== undefined),
        given: handOvers.filter((one) => one.refused !== undefined),
        waiting: [...photos, ...kept, ...handOvers].filter((one) => one.refused === undefined),
      };
    });
    forbid('everything drains', waiting.length > 0 && `${phone.person} still has ${waiting.length} to send`);
    checkRefusals(world, phone, given, reports);
    const own = model.taps.filter((tap) => tap.phone === phone.person);
    const groups = Map.groupBy(own, ({ visit, kind, label = '' }) => `${visit} ${kind} ${label}`);
    for (const [key, taps] of groups) {
      const [visit, kind, label] = key.split(' ');
      const isThis = (one: { kind: string; note?: string }) => one.kind === kind && (!label || one.note === label);
      const arrived = reports.filter(
        (row) => row.appointment_id === visit && row.account_id === server.ids[phone.person] && isThis(row),
      ).length;
      const shown = refused.filter(
        ({ appointment, report }) =>
          appointment === visit && report.kind === kind && (!label || report.label === label),
      ).length;
      const counts = `${taps.length} of ${kind} ${label}, ${arrived} arrived, ${shown} refused`;
      forbid('no tap is lost or doubled', arrived + shown !== taps.length && `${phone.person}: ${counts}`);
    }
  }
}

/** A hand-over of tubes that arrived, at visits that are still the person's, has no reason to be refused. */
function checkRefusals(world: World, phone: Phone, given: readonly QueuedHandOver[], reports: readonly ReportRow[]) {
  const id = world.server.ids[phone.person];
  const isOwn = (visit: string) => {
    const found = world.model.visits.find((one) => one.id === visit);
    return found?.employee === id && !found.wasTaken;
  };
  const hasArrived = (label: string) =>
    reports.some(
      (row) => row.kind === 'tube' && row.note === label && row.account_id === id && isOwn(row.appointment_id),
    );
  const wrong = given.find(({ labels }) => labels.every(hasArrived));
  forbid('nothing is refused without a reason', wrong && `${phone.person}: ${wrong.refused}`);
}

/** Audit and custody are sound. Phones are honest here, so no chain has a fault but a clock that ran ahead. */
async function checkChains({ server, model }: World): Promise<void> {
  const audit = await verifyAudit({ db: server.db(), files: createFileStore(server.config()) });
  forbid('the audit chain is sound', audit.broken?.reason);
  const custody = await verifyCustody(server.db(), server.config());
  forbid('the custody chain is sound', custody.broken?.reason);
  // A step at a visit that was given to somebody else is named as foreign.
  const hasMoved = model.visits.some(({ assigned, employee }) => assigned.size > (employee === null ? 0 : 1));
  const faults = custody.findings.filter(({ finding }) => finding !== 'future' && !(finding === 'foreign' && hasMoved));
  forbid('the custody chain is sound', faults.length > 0 && JSON.stringify(faults[0]));
}

/** Lists show each role its own visits, all of them, as the database has them. */
async function checkViews(world: World): Promise<void> {
  const rows = await allVisits(world);
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const id = world.server.ids[person];
    const { role } = PEOPLE[person];
    const own = rows.filter(
      (row) => role === 'admin' || (role === 'laboratory' ? row.laboratory_id === id : row.employee_id === id),
    );
    const shown: { _id: string; visitState?: string | null; trackingId?: string }[] = [];
    for (const list of [`${role}Appointments`, `${role}Archive`] as const)
      for (let page = 1; ; page += 1) {
        const { body } = await call(world, person, list as 'adminAppointments', { query: { page, perPage: 100 } });
        shown.push(...body.data.appointments);
        if (page >= body.data.totalPages) break;
      }
    const names = (list: readonly string[]) => [...new Set(list)].toSorted().join(' ');
    const differ = names(shown.map((one) => one._id)) !== names(own.map((one) => one.id));
    forbid('nobody sees a foreign visit, and everybody all of their own', differ && person);
    for (const one of shown) {
      const row = own.find(({ id: rowId }) => rowId === one._id);
      if (role === 'admin' && one.trackingId) await checkPicture(world, one._id, one.trackingId);
      const isOld = role === 'admin' && (one.visitState ?? null) !== (row?.visit_state ?? null);
      forbid('the dispatcher sees what the phones reported', isOld && one._id);
    }
  }
}

/** Counts of tabs, and search, agree with a recount. */
async function checkCounts(world: World): Promise<void> {
  const rows = await allVisits(world);
  const { body } = await call(world, 'Dana', 'appointmentCounts');
  const unassigned = rows.filter(({ employee_id, status }) => employee_id === null && status === 'Pending').length;
  const shown = body.data.unassigned;
  forbid('counts equal a recount', shown !== unassigned && `${shown} unassigned, not ${unassigned}`);
  const some = rows[rows.length >> 1];
  if (!some) return;
  const { body: found } = await call(world, 'Dana', 'find', { body: { text: some.patient_name, each: true } });
  forbid('search finds what is there', !JSON.stringify(found.data).includes(some.id) && some.patient_name);
}

/** An employee's day has the visits of the business's day, also when clocks change. */
async function checkToday(world: World): Promise<void> {
  const rows = await allVisits(world);
  const day = toDay(world.now);
  for (const person of EMPLOYEES) {
    const id = world.server.ids[person];
    const own = rows.filter((row) => row.employee_id === id && toDay(Number(row.scheduled_at)) === day);
    const { body } = await call(world, person, 'employeeToday');
    const shown = new Set((body.data as { _id: string }[]).map((one) => one._id));
    const pending = own.filter(({ status }) => status === 'Pending');
    const missing = pending.find((row) => !shown.has(row.id));
    const foreign = [...shown].find((one) => !own.some((row) => row.id === one));
    forbid('today has the visits of today', (missing || foreign) && `${person}: ${missing?.id ?? foreign}`);
  }
}

/** A visit's state is the last report of its employee for its time. */
async function checkStates(world: World): Promise<void> {
  const rows = await query<{ name: string; state: string | null; last: string | null }>(
    world.server,
    `select patient_name as name, visit_state as state, (
       select kind from visit_reports as report where report.appointment_id = visit.id
         and report.account_id = visit.employee_id and report.scheduled_at = visit.scheduled_at
         and report.kind in ('started', 'done', 'couldNotDraw') order by made_at desc, id desc limit 1) as last
     from appointments as visit`,
  );
  const wrong = rows.find(({ state, last }) => state !== last);
  forbid('a visit has the state that was reported last', wrong && JSON.stringify(wrong));
}

/** A booking is stored with its order; a tube is handed over once. */
async function checkOrders({ server, model }: World): Promise<void> {
  const orders = new Set(
    (await query<{ id: string }>(server, 'select text_appointment as id from "c_testOrders"')).map(({ id }) => id),
  );
  const lacking = model.visits.find((visit) => visit.hasOrder && !orders.has(visit.id));
  forbid('a booking is stored as a whole', lacking && `${lacking.name} has no order`);
  const [twice] = await query<{ label: string }>(
    server,
    `select text_label as label from "c_handOverTubes" where text_outcome <> 'unknown'
     group by 1 having count(*) > 1`,
  );
  forbid('a tube is handed over once', twice?.label);
}

/** Each visit has at most one line per rule that is not reversed, and none while it is open. */
async function checkLedger({ server }: World): Promise<void> {
  const rows = await query<{ status: string; state: string | null; cents: number; price: number }>(
    server,
    `select visit.status, visit.visit_state as state, sum(cents_charge) as cents, max(abs(cents_rate)) as price
     from "c_ledgerEntries" as entry join appointments as visit on visit.id = entry.text_visit
     where text_side = 'charge' group by visit.id`,
  );
  for (const { status, state, cents, price } of rows) {
    const isCharged = status === 'Completed';
    const isWrong = isCharged ? cents !== price : status === 'Pending' && cents !== 0;
    forbid('each visit is charged once', isWrong && `${status} ${state}: ${cents} cents at a price of ${price}`);
  }
}
