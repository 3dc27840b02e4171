// On SQLite only: nothing here depends on the database.
import { findCollection } from 'portal-frame/server/database';
import { casesOf } from 'portal-frame/testing/size';
import { beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import { newcomer, serverForAll } from '../../../tests/api/harness.ts';
import { PLAN_RESOURCES, planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { listChanges, listLost, listPlaces } from '../browser/planChanges.ts';
import type { PlanProposal } from '../wire/dayPlanApi.ts';

const DAY = 86_400_000;
const VISITS = 10;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const TIMINGS = ['', 'Custom', 'Always (12AM - 11:59PM)', 'Morning (8AM - 4PM)', 'Night (10PM - 6AM)', '7:00-15:30'];
const ZIPS = ['19107', '19147', '19428', '08102', '99999', ''];

const server = serverForAll({ VISIT_MINUTES: '30' }, planConfigs);
const { add, clear } = visitsOf(server);
const employees: string[] = [];
beforeAll(async () => {
  const more = [await newcomer(server, 'employee', 'third'), await newcomer(server, 'employee', 'fourth')];
  employees.push(server.ids.employee, server.ids.employee2, ...more.map(({ id }) => id));
});

const enter = async (name: string, values: object) => {
  const { http, body } = await clientOf(server, 'admin', name).create(values);
  expect([name, http, body.errors]).toEqual([name, 201, undefined]);
  return body.id as string;
};
const call = async (name: Parameters<typeof server.as>[1], input: object) => {
  const { http, message, data } = await server.as('admin', name, input as never);
  return { http, message, data };
};

async function clearAll() {
  const { db } = server.services;
  await clear();
  for (const { name } of PLAN_RESOURCES.toReversed())
    await db.deleteFrom(findCollection(server.services, name)?.table as never).execute();
}

/** Enters people, rules and visits of a day at random; each may be missing. Returns who is absent. */
async function drawRoster(random: () => number, day: string): Promise<string[]> {
  const chance = (part: number) => random() < part;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const { db } = server.services;
  const hours = () =>
    pick([
      ['06:00', '14:00'],
      ['09:00', '17:00'],
      ['22:00', '06:00'],
    ] as const);
  const week = () => WEEKDAYS.filter(() => chance(0.8)).map((one) => ({ day: one, start: hours()[0], end: '23:30' }));
  const skill = await enter('skills', { name: 'Babies', forEveryVisit: chance(0.2) });
  const zone = await enter('zones', { name: 'City', zips: '191', speed: 15 });
  for (const employee of employees) {
    const profile = {
      shift_timing: pick(TIMINGS),
      department: pick(['', '', 'Admin']),
      is_active: chance(0.9) ? 1 : 0,
    };
    await db.updateTable('accounts').set(profile).where('id', '=', employee).execute();
    if (chance(0.3)) await enter('shifts', { employee, from: day, to: day, week: week() });
    if (chance(0.15)) await enter('timeOff', { employee, from: day, to: day });
    if (chance(0.5)) await enter('credentials', { employee, skill, ...(chance(0.5) && { expiresOn: day }) });
    if (chance(0.5))
      await enter('workRules', {
        ...{ employee, startZip: pick(ZIPS) || null, visitsPerDay: pick([null, 2, 4]) },
        zones: chance(0.3) ? [zone] : [],
      });
  }
  const timings = JSON.stringify(Object.fromEntries(WEEKDAYS.map((one) => [one.toLowerCase(), '7:00 AM - 6:00 PM'])));
  await db
    .updateTable('accounts')
    .set({ timings: chance(0.5) ? null : timings, address: `1 Lab St, PA ${pick(ZIPS)}` })
    .where('id', '=', server.ids.laboratory)
    .execute();
  if (chance(0.2)) await enter('closedDays', { name: 'Works', date: day, laboratory: server.ids.laboratory });
  for (let index = 0; index < VISITS; index++) {
    const hour = String(6 + Math.floor(random() * 14)).padStart(2, '0');
    const time = `${day}T${hour}:${pick(['00', '15', '30'])}`;
    const id = await add(
      { appointmentDateTime: time, address: `1 Elm St, PA ${pick(ZIPS)}` },
      pick(['laboratory', 'laboratory2']),
    );
    if (chance(0.3))
      await enter('visitNeeds', {
        appointment: id,
        skills: pick([[], [skill]]),
        pinned: chance(0.3),
        minutes: pick([null, 60]),
      });
    const body = { appointments: [{ _id: id, employeeId: pick(employees) }], confirmed: true };
    // An employee who is not active is refused: the visit stays without one.
    if (chance(0.6)) await call('assignMany', { body });
  }
  return employees.filter(() => chance(0.25));
}

/** Accepts all that a proposal changes, as the dialog does. */
const accept = (proposal: PlanProposal, more: object) =>
  call('acceptPlan', {
    body: {
      visits: listChanges(proposal).map(({ visit: { _id, at, before, version }, employeeId }) => ({
        ...{ _id, employeeId, version },
        ...(at !== before && { appointmentDateTime: at }),
      })),
      ...more,
    },
  });

/** Chooses the first way that breaks no rule, and returns the plan with it; the given one if there is none. */
async function takeWay(body: object, shown: PlanProposal): Promise<PlanProposal> {
  const free = shown.unassigned.flatMap(({ _id, ways }) => ways.flatMap((way) => (way.without ? [] : { _id, way })));
  const [{ _id, way } = {}] = free;
  if (!_id || !way) return shown;
  const kept = listPlaces(shown).map(({ patientName, ...one }) => one);
  const placed = [{ _id, employeeId: way.employeeId, at: way.at }];
  const { data } = await call('proposePlan', { body: { ...body, kept, placed } });
  expect(listLost(shown, data, [{ visit: _id, way, label: '' }])).toEqual([]);
  return data;
}

const idsOf = (visits: readonly { _id: string }[]) => visits.map(({ _id }) => _id).toSorted();

it('accepts a plan of any roster without a question, and every screen agrees with what it showed', async () => {
  // GENERATED_ROSTERS=1000 tries more.
  const numRuns = Number(process.env.GENERATED_ROSTERS ?? casesOf(4, 24).numRuns);
  let [given, kept, left, taken] = [0, 0, 0, 0];
  for (let seed = 1; seed <= numRuns; seed++) {
    await clearAll();
    const day = new Date(Date.now() + (3 + (seed % 50)) * DAY).toISOString().slice(0, 10);
    const absent = await drawRoster(createRandom(seed), day);
    const body = { day, ...(absent.length > 0 && { absent }), ...(seed % 3 === 0 && { reassign: true }) };
    const { data: first } = await call('proposePlan', { body });
    const proposal = await takeWay(body, first);
    taken += first === proposal ? 0 : 1;
    const absence = absent.length > 0 ? { absence: { day, absent } } : {};
    const accepted = await accept(proposal, absence);
    expect([seed, accepted.http, accepted.message]).toEqual([seed, 200, 'Employee assigned successfully']);
    expect([seed, accepted.data.left, accepted.data.also]).toEqual([seed, [], []]);
    const { data: listed } = await call('adminAppointments', { query: { dateAndTime: day, perPage: 50 } });
    expect([seed, listed.total]).toEqual([seed, VISITS - proposal.otherDays.length]);
    const open = listed.appointments.filter((one: { employeeId: unknown }) => !one.employeeId);
    expect([seed, idsOf(open)]).toEqual([seed, idsOf(proposal.unassigned)]);
    const holders = listed.appointments.map((one: { employeeId: { _id: string } | null }) => one.employeeId?._id);
    expect([seed, holders.filter((id: string) => absent.includes(id))]).toEqual([seed, []]);
    const visits = proposal.employees.flatMap((lane: PlanProposal['employees'][number]) => lane.visits);
    const against = idsOf(visits.filter((one: { against: unknown[] }) => one.against.length > 0));
    const { data: board } = await call('planConflicts', { query: { from: day, to: day } });
    const { data: tab } = await call('adminAppointments', { query: { tab: 'conflicts', perPage: 50 } });
    expect([seed, idsOf(board.visits), idsOf(tab.appointments)]).toEqual([seed, against, against]);
    given += listChanges(proposal).length;
    kept += against.length;
    left += open.length;
  }
  expect(Math.min(given / numRuns, kept, left, taken)).toBeGreaterThan(0.5);
});
