import { DateTime } from 'luxon';
import { createFileStore } from 'portal-frame/internal/server';
import { fromRoot } from '../../scripts/lib/root.ts';
import { hasPlugin } from '../api/hasPlugin.ts';
import { verifyTrail } from '../api/trail.ts';
import { call } from './network.ts';
import { TIME_ZONE, VISIT_MINUTES } from './openServer.ts';
import { checkMails, checkPicture, checkWebhooks } from './outside.ts';
import { EMPLOYEES, PEOPLE, type Person } from './people.ts';
import { checkPhone } from './phoneInvariants.ts';
import type { SimulatedServer } from './server.ts';
import { checkRecorded, findDaysOff, findDifference, findRedraws, query, readVisits, type VisitRow } from './stored.ts';
import { forbid, type World } from './world.ts';

/** Holds after every step. */
export async function checkStep(world: World): Promise<void> {
  const rows = await readVisits(world.server);
  const redraws = await findRedraws(world.server);
  checkBookings(
    world,
    rows.filter(({ id }) => !redraws.has(id)),
  );
  await checkOverlaps(world, rows);
  const daysOff = await findDaysOff(world.server);
  for (const [reason, isConfirmed] of world.model.daysOff) {
    const count = daysOff.filter((stored) => stored.reason === reason).length;
    forbid('no record of a program is stored twice', count > 1 && reason);
    forbid('no confirmed record of a program is lost', isConfirmed && count === 0 && reason);
  }
}

/** No confirmed booking or change is lost; no booking is stored twice. */
function checkBookings({ model, server }: World, rows: readonly VisitRow[]): void {
  const byName = new Map(rows.map((row) => [row.patient_name, row]));
  const names = rows.map(({ patient_name }) => patient_name);
  forbid('no booking twice', byName.size < rows.length && findDifference(names, [...byName.keys()]));
  forbid(
    'nothing from nowhere',
    names.find((name) => !model.asked.has(name)),
  );
  for (const visit of model.visits) {
    const row = byName.get(visit.name);
    forbid('no confirmed booking is lost', !row && visit.name);
    const changed =
      ((row?.employee_id ?? null) !== visit.employee && 'employee') ||
      (Number(row?.scheduled_at) !== visit.at && 'time') ||
      (row?.laboratory_id !== server.ids[visit.laboratory] && 'laboratory') ||
      (visit.status !== 'Pending' && row?.status !== visit.status && 'status');
    forbid('no confirmed change is lost', changed && `the ${changed} of ${visit.name}`);
  }
}

/** True if the phone reported a visit done, and later that nothing was drawn, which sets it back to Pending unasked. */
const isReopened = async (server: SimulatedServer, { id }: VisitRow) =>
  (
    await query(
      server,
      `select 1 from visit_reports as done join visit_reports as later using (appointment_id, account_id, scheduled_at)
       where appointment_id = '${id}' and done.kind = 'done' and later.kind = 'couldNotDraw'
         and done.made_at <= later.made_at`,
    )
  ).length > 0;

/** No employee has two visits at once, unless an admin confirmed it or a report opened one of them again. */
async function checkOverlaps({ model, server }: World, rows: readonly VisitRow[]): Promise<void> {
  const open = rows.filter(({ employee_id, status }) => employee_id && status === 'Pending');
  const sorted = open.toSorted((a, b) => Number(a.scheduled_at) - Number(b.scheduled_at));
  for (const visits of Map.groupBy(sorted, ({ employee_id }) => employee_id).values())
    for (const [index, later] of visits.entries()) {
      const earlier = visits[index - 1];
      if (!earlier || Number(later.scheduled_at) - Number(earlier.scheduled_at) >= VISIT_MINUTES * 60_000) continue;
      const names = [earlier.patient_name, later.patient_name];
      const isConfirmed = model.visits.some(({ name, overlaps }) => overlaps && names.includes(name));
      if (isConfirmed || (await isReopened(server, earlier)) || (await isReopened(server, later))) continue;
      forbid('nobody is booked twice', names.join(' and '));
    }
}

type Rule = readonly [rule: string, sql: string];

const CHARGED_VISITS: Rule = [
  'each visit is charged once',
  `select visit.status, sum(cents_charge) as cents, max(abs(mills_rate)) / 10 as price
   from "c_ledgerEntries" as entry join appointments as visit on visit.id = entry.text_visit
   where text_side = 'charge' and text_kind = 'visit' group by visit.id, visit.status
   having sum(cents_charge) <> case visit.status when 'Completed' then max(abs(mills_rate)) / 10 when 'Pending' then 0
     else sum(cents_charge) end`,
];
const CHARGED_TUBES: Rule = [
  'each tube and test of a visit is charged once, and none of another',
  `select visit.id, facts.kind, facts.count from (
     select 'tube' as kind, testOrder."text_appointment" as visit, count(*) as count from "c_drawnTubes" as tube
       join "c_testOrders" as testOrder on testOrder.id = tube."text_testOrder" group by testOrder."text_appointment"
     union all select 'test', testOrder."text_appointment", count(*) from "l_testOrders_tests" as link
       join "c_testOrders" as testOrder on testOrder.id = link.record_id group by testOrder."text_appointment"
   ) as facts join appointments as visit on visit.id = facts.visit
   where (case visit.status when 'Completed' then facts.count else 0 end) <> (
       select coalesce(sum(real_quantity), 0) from "c_ledgerEntries" as entry
       where entry.text_visit = visit.id and text_side = 'charge' and text_kind = facts.kind)
     and not exists (select 1 from "c_heldFacts" as held where held.text_visit = visit.id)`,
];

const HANDED_OVER: Rule = [
  'a tube is handed over once',
  `select text_label from "c_handOverTubes" where text_outcome <> 'unknown' group by 1 having count(*) > 1`,
];

/** Rows that must not exist once everything has arrived, by rule. */
const FORBIDDEN: readonly Rule[] = [
  [
    'a visit has the state that was reported last',
    `select * from (select patient_name, visit_state, (
       select kind from visit_reports as report where report.appointment_id = visit.id
         and report.account_id = visit.employee_id and report.scheduled_at = visit.scheduled_at
         and report.kind in ('started', 'done', 'couldNotDraw') order by made_at desc, id desc limit 1) as last
     from appointments as visit) as seen where visit_state is distinct from last`,
  ],
  ...(hasPlugin('custody') ? [HANDED_OVER] : []),
  [
    'a rejected tube is drawn again',
    `select text_label from "c_drawnTubes" where text_state = 'rejected' and text_redraw is null`,
  ],
  ...(hasPlugin('money') ? [CHARGED_VISITS] : []),
  ...(hasPlugin('heldClaims') ? [CHARGED_TUBES] : []),
  ['every message is sent', 'select kind, last_error from outbox'],
  [
    'every message is sent',
    `select patient_name from appointments as visit where employee_id is not null and not exists (
       select 1 from notifications where appointment_id = visit.id and account_id = visit.employee_id)`,
  ],
];

/** Holds once everything has arrived. The last day looks again at what earlier days have seen. */
export async function checkEnd(world: World, isLast: boolean): Promise<void> {
  const { model, server } = world;
  if (isLast) world.seenPictures.clear();
  forbid('nothing is refused without a reason', model.asked.size > 5 && model.visits.length === 0 && 'all bookings');
  for (const phone of world.phones) await checkPhone(world, phone);
  await checkChains(world);
  await checkRecorded(world, 'the day');
  for (const [rule, sql] of FORBIDDEN) {
    const [found] = await query(server, `${sql} limit 1`);
    forbid(rule, found && JSON.stringify(found));
  }
  const rows = await readVisits(server);
  for (const person of Object.keys(PEOPLE) as Person[]) await checkLists(world, person, rows);
  await checkCounts(world, rows);
  for (const person of EMPLOYEES) await checkToday(world, person, rows);
  await checkMails(world);
  await checkWebhooks(world);
  const orders = await query<{ id: string }>(server, 'select text_appointment as id from "c_testOrders"');
  const lacking = model.visits.find((visit) => visit.hasOrder && !orders.some(({ id }) => id === visit.id));
  forbid('a booking is stored as a whole', lacking && `${lacking.name} has no order`);
}

interface CustodyModule {
  verifyCustody(
    ...given: unknown[]
  ): Promise<{ broken?: { reason: string }; findings: readonly { finding: string }[] }>;
}

/** Audit and custody are sound. Phones are honest here, so no chain has a fault but a clock that ran ahead. */
async function checkChains({ server, model }: World): Promise<void> {
  if (hasPlugin('audit')) {
    const audit = await verifyTrail({ db: server.db(), files: createFileStore(server.config()) });
    forbid('the audit chain is sound', audit.broken?.reason);
  }
  if (!hasPlugin('custody')) return;
  // By its path, as the feature may be left out.
  const { verifyCustody } = (await import(fromRoot('features/custody/server/verifyCustody.ts'))) as CustodyModule;
  const custody = await verifyCustody(server.db(), server.config());
  // A step that arrives after its visit was taken away is named as foreign.
  const hasMoved = model.visits.some(({ wasTaken }) => wasTaken);
  const fault = custody.findings.find(({ finding }) => finding !== 'future' && !(finding === 'foreign' && hasMoved));
  forbid('the custody chain is sound', custody.broken?.reason ?? (fault && JSON.stringify(fault)));
}

/** Lists show a person their own visits, all of them, as the database has them. */
async function checkLists(world: World, person: Person, rows: readonly VisitRow[]): Promise<void> {
  const { role } = PEOPLE[person];
  const owner = { admin: undefined, laboratory: 'laboratory_id', employee: 'employee_id' } as const;
  const column = owner[role];
  const own = new Map(
    rows.filter((row) => !column || row[column] === world.server.ids[person]).map((row) => [row.id, row]),
  );
  const shown: { _id: string; visitState?: string | null; trackingId?: string }[] = [];
  for (const list of [`${role}Appointments`, `${role}Archive`] as const)
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { body } = await call(world, person, list as 'adminAppointments', { query: { page, perPage: 100 } });
      shown.push(...body.data.appointments);
      last = body.data.totalPages;
    }
  const ids = new Set(shown.map((one) => one._id));
  const differs = findDifference([...ids], [...own.keys()]) !== undefined;
  forbid('nobody sees a foreign visit, and everybody all of their own', differs && person);
  if (role !== 'admin') return;
  for (const { _id, trackingId, visitState = null } of shown) {
    if (trackingId) await checkPicture(world, _id, trackingId);
    forbid('the dispatcher sees what the phones reported', visitState !== (own.get(_id)?.visit_state ?? null) && _id);
  }
}

/** Counts of tabs, and search, agree with a recount. */
async function checkCounts(world: World, rows: readonly VisitRow[]): Promise<void> {
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
async function checkToday(world: World, person: Person, rows: readonly VisitRow[]): Promise<void> {
  const toDay = (moment: number) => DateTime.fromMillis(moment, { zone: TIME_ZONE }).toISODate();
  const isToday = (row: VisitRow) => toDay(Number(row.scheduled_at)) === toDay(world.now);
  const own = rows.filter((row) => row.employee_id === world.server.ids[person] && isToday(row));
  const { body } = await call(world, person, 'employeeToday');
  const shown = new Set((body.data as { _id: string }[]).map((one) => one._id));
  const missing = own.find((row) => row.status === 'Pending' && !shown.has(row.id));
  const foreign = [...shown].find((one) => !own.some((row) => row.id === one));
  forbid('today has the visits of today', (missing || foreign) && `${person}: ${missing?.id ?? foreign}`);
}
