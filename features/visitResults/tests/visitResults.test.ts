import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import { emailOf, PEOPLE, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { LABORATORY, MONDAY } from '../../../tests/api/samples.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { together } from '../../../tests/api/together.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({}, together(withOrders(), MONEY));
const { add, assign, setStatus } = visitsOf(server);
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

type Figures = Record<string, number | null>;
interface Report {
  columns: { value: string | null; values: Figures }[];
  groups: { value: string | null; label?: string; values: Figures; columns: Figures[] }[];
  total: Figures;
}
async function getReport(name: string, filter?: object, person: 'admin' | 'employee' | 'laboratory' = 'admin') {
  const query = filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : '';
  const { http, body } = await clientOf(server, person, 'visitResults').send('GET', `/reports/${name}${query}`);
  return { http, ...(body as Report) };
}

/** Visits of three weeks with every result. `start` is in minutes after the visit's time. */
const PLAN = [
  { weeks: 1, by: 'laboratory', of: 'employee', start: 5, end: 'done', tubes: [false, true] },
  { weeks: 1, by: 'laboratory2', of: 'employee', start: 15, end: 'done', tubes: [false] },
  { weeks: 1, by: 'laboratory', of: 'employee2', start: 16, end: 'refused', tubes: [] },
  { weeks: 2, by: 'laboratory', of: 'employee', start: -3, end: 'noVein', tubes: [] },
  { weeks: 2, by: 'laboratory2', of: 'employee2', start: 40, end: 'done', tubes: [true] },
  { weeks: 2, by: 'laboratory2', of: 'employee2', start: null, end: 'refused', tubes: [] },
  { weeks: 3, by: 'laboratory', of: 'employee', start: null, end: 'cancelled', tubes: [] },
  { weeks: 3, by: 'laboratory', of: 'employee', start: null, end: null, tubes: [] },
] as const;

async function report(id: string, person: 'employee' | 'employee2', kind: string, at: number, reason?: string) {
  const body = { key: randomUUID(), kind, reason };
  const { http, data } = await server.as(person, 'reportVisit', { params: { id }, body });
  expect(http).toBe(200);
  // A server believes no time before the booking, and these visits are booked now.
  await server.services.db.updateTable('visit_reports').set({ made_at: at }).where('id', '=', data._id).execute();
}

async function carryOut({ weeks, by, of, start, end, tubes }: (typeof PLAN)[number], at: number, label: string) {
  const api = records(systemContext(server.services));
  const time = Date.now() - weeks * WEEK + at * 60 * MINUTE;
  const id = await add({ appointmentDateTime: new Date(time).toISOString() }, by);
  const { scheduled_at } = await server.services.db
    .selectFrom('appointments')
    .select('scheduled_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await assign(id, of, { confirmed: true });
  if (start !== null) await report(id, of, 'started', scheduled_at + start * MINUTE);
  const [order] =
    tubes.length > 0 ? [await api.create('testOrders', { appointment: id, tests: [kindAndTest.test] })] : [];
  for (const [tube, rejected] of tubes.entries()) {
    const drawnAt = new Date(scheduled_at).toISOString();
    const values = {
      testOrder: order?.id,
      label: `${label}-${tube}`,
      tubeKind: kindAndTest.kind,
      drawnAt,
      drawnBy: server.ids[of],
    };
    const drawn = await api.create('drawnTubes', values as never);
    for (const step of rejected ? (['handOver', 'receive'] as const) : [])
      await api.transition('drawnTubes', drawn.id, step);
    if (rejected) await api.transition('drawnTubes', drawn.id, 'reject', { rejectReason: 'RH' } as never);
  }
  if (end === 'done') await setStatus(id, 'Completed');
  else if (end === 'cancelled') await setStatus(id, 'Rejected');
  else if (end) await report(id, of, 'couldNotDraw', scheduled_at + 50 * MINUTE, end);
}

const kindAndTest = { kind: '', test: '' };

beforeAll(async () => {
  const api = records(systemContext(server.services));
  const tubeKind = { name: 'EDTA', cap: 'lavender', additive: 'K2', drawOrder: 5, volume: 4, minimum: 2 } as const;
  kindAndTest.kind = (await api.create('tubeKinds', tubeKind)).id;
  const ordered = { name: 'CBC', loinc: '57021-8', tubeKind: kindAndTest.kind, volume: 1 };
  kindAndTest.test = (await api.create('tests', ordered)).id;
  for (const [kind, amount] of [
    ['visit', 40.25],
    ['couldNotDraw', 12],
    ['tube', 1.1],
  ] as const)
    await api.create('prices', { kind, amount, from: '2020-01-01' });
  await api.create('payRates', { kind: 'visit', amount: 15.5, from: '2020-01-01' });
  for (const [at, plan] of PLAN.entries()) await carryOut(plan, at, `T${at}`);
});

interface Visit extends Omit<(typeof PLAN)[number], 'of' | 'start' | 'end' | 'tubes'> {
  of: 'employee' | 'employee2' | null;
  start: number | null;
  end: string | null;
  tubes: readonly boolean[];
}
/** A rejected tube asks for another visit, which nobody has yet. */
const REDRAWS = PLAN.flatMap((plan) =>
  plan.tubes.filter(Boolean).map((): Visit => ({ ...plan, of: null, start: null, end: null, tubes: [] })),
);

/** Recounts visits by hand: each group's visits, tubes and cents. */
function recount(keyOf: (visit: Visit, at: number) => string, visits: readonly Visit[] = [...PLAN, ...REDRAWS]) {
  const groups: Record<string, Figures> = {};
  for (const [at, plan] of visits.entries()) {
    const key = keyOf(plan, at);
    const failed = ['refused', 'noVein'].includes(plan.end ?? '');
    const income = plan.end === 'done' ? 4025 + 110 * plan.tubes.length : failed ? 1200 : 0;
    const pay = plan.end === 'done' ? 1550 : 0;
    const added: Figures = {
      count: 1,
      count_completed: Number(plan.end === 'done'),
      count_couldNotDraw: Number(failed),
      count_onTime: Number(plan.start !== null && plan.start <= 15),
      count_late: Number(plan.start !== null && plan.start > 15),
      drawnTubes_count: plan.tubes.length,
      drawnTubes_count_rejected: plan.tubes.filter(Boolean).length,
      ledgerEntries_sum_charge: income,
      ledgerEntries_sum_earning: pay,
      ledgerEntries_sum_margin: income - pay,
    };
    const group = groups[key] ?? {};
    groups[key] = Object.fromEntries(
      Object.entries(added).map(([name, value]) => [name, (group[name] ?? 0) + (value ?? 0)]),
    );
  }
  for (const group of Object.values(groups))
    for (const name of Object.keys(group)) if (name.includes('sum')) group[name] = (group[name] ?? 0) / 100;
  return groups;
}

const toObject = ({ groups }: Report, isFilled = (_: Figures) => true) =>
  Object.fromEntries(groups.filter(({ values }) => isFilled(values)).map(({ value, values }) => [value, values]));

test('computes the results by phlebotomist from the visits', async () => {
  const found = await getReport('byEmployee');
  expect(toObject(found)).toEqual(recount(({ of }) => (of ? server.ids[of] : 'null')));
  expect(found.total).toEqual(recount(() => 'all').all);
  for (const { value, label } of found.groups) expect(typeof label).toBe(value ? 'string' : 'undefined');
});

test('computes the results by laboratory and week from the visits', async () => {
  const accounts = await server.services.db.selectFrom('accounts').select(['id', 'full_name']).execute();
  const names = new Map(accounts.map(({ id, full_name: name }) => [id, name]));
  expect(toObject(await getReport('byLaboratory'))).toEqual(recount(({ by }) => names.get(server.ids[by]) ?? ''));
  const zone = server.services.config.timeZone;
  const weekOf = ({ weeks }: Visit, at: number) =>
    DateTime.fromMillis(Date.now() - weeks * WEEK + at * 60 * MINUTE, { zone })
      .startOf('week')
      .toISODate() ?? '';
  expect(
    toObject(await getReport('byWeek', { to: DateTime.now().setZone(zone).toISODate() }), ({ count }) => count !== 0),
  ).toEqual(recount(weekOf, PLAN));
});

test('counts failed draws by reason', async () => {
  const { columns, groups } = await getReport('reasonsByEmployee');
  const refused = columns.findIndex(({ value }) => value === 'refused');
  const noVein = columns.findIndex(({ value }) => value === 'noVein');
  const pick = groups.map(({ value, columns: figures }) => [value, figures[refused]?.count, figures[noVein]?.count]);
  expect(pick.toSorted()).toEqual(
    [
      [server.ids.employee, 0, 1],
      [server.ids.employee2, 2, 0],
    ].toSorted(),
  );
});

test('limits all columns by employee and days', async () => {
  const zone = server.services.config.timeZone;
  const dayOf = (weeks: number) => DateTime.fromMillis(Date.now() - weeks * WEEK, { zone });
  const filter = {
    employee: server.ids.employee,
    from: dayOf(2).toISODate(),
    to: dayOf(1).plus({ days: 1 }).toISODate(),
  };
  const { total } = await getReport('byLaboratory', filter);
  const expected = PLAN.filter(({ of, weeks }) => of === 'employee' && weeks < 3);
  expect(total).toMatchObject({
    count: expected.length,
    count_completed: 2,
    drawnTubes_count: 3,
    ledgerEntries_sum_charge: 95.8,
  });
});

test('shows a renamed laboratory in one row with the money of its former name', async () => {
  const body = { ...LABORATORY, ...MONDAY, email: emailOf('laboratory'), username: 'laboratory', fullName: 'East Lab' };
  const params = { id: server.ids.laboratory };
  expect((await server.as('admin', 'changeLaboratory', { params, body })).http).toBe(200);
  const groups = toObject(await getReport('byLaboratory'));
  const expected = recount(({ by }) => (by === 'laboratory' ? 'East Lab' : PEOPLE[by].fullName));
  expect(groups).toEqual(expected);
});
