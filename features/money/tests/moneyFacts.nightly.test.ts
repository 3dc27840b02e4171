import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test } from 'vitest';
import { hasPlugin, PASSWORD, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { together } from '../../../tests/api/together.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { getMoneyFacts } from '../server/moneyFacts.ts';
import { findMissingLines } from '../server/settleVisits.ts';

const server = serverForAll({ COMPLETE_WHEN_DONE: 'on' }, together(withOrders(), MONEY, planConfigs));
const { add, assign, change, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));
const admin = (name: string) => clientOf(server, 'admin', name);

let kind = '';
const tests: string[] = [];
let minute = 0;
/** Adds a completed visit of the first employee in May 2026. */
async function visit(): Promise<string> {
  const id = await add({ appointmentDateTime: new Date(Date.UTC(2026, 4, 5, 14) + ++minute * 60_000).toISOString() });
  await assign(id, 'employee', { confirmed: true });
  await setStatus(id, 'Completed');
  return id;
}
const order = async (appointment: string, tested = tests.slice(0, 2)) => {
  const { body } = await admin('testOrders').create({ appointment, tests: tested });
  return body as { id: string; version: number };
};

/** Sums the quantity of a kind that a visit is charged. */
async function billed(visit: string, kind: string): Promise<number> {
  const { records: found } = await api().find('ledgerEntries', {
    where: { visit, kind: kind as 'tube', side: 'charge' },
    perPage: 100,
  });
  return Math.round(found.reduce((sum, { quantity }) => sum + quantity, 0) * 100) / 100;
}

beforeAll(async () => {
  for (const [name, amount] of Object.entries({ visit: 40, test: 3, tube: 1.25, mile: 1.04, waiting: 0.5 }))
    await admin('prices').create({
      ...{ kind: name, amount, from: '2026-01-01' },
      ...(name === 'waiting' && { limit: 0 }),
    });
  const tube = { cap: 'lavender', additive: 'K2', drawOrder: 5, volume: 4, minimum: 2 } as const;
  kind = (await api().create('tubeKinds', { name: 'EDTA', ...tube })).id;
  for (const [name, loinc] of [
    ['CBC', '57021-8'],
    ['A1c', '4548-4'],
    ['Iron', '2498-4'],
  ] as const)
    tests.push((await api().create('tests', { name, loinc, tubeKind: kind, volume: 1, ownTube: true })).id);
  await server.as('admin', 'reauthenticate', { body: { password: PASSWORD } });
});

test('bills the minutes of a start that arrives after the end of its visit', async () => {
  const at = Date.now() - 60 * 60_000;
  const id = await add({ appointmentDateTime: new Date(at).toISOString() });
  await assign(id, 'employee', { confirmed: true });
  // Made before the booking is a wrong clock; assigned after it, late.
  await server.services.db
    .updateTable('appointments')
    .set({ created_at: at - 86_400_000, dispatched_at: null })
    .where('id', '=', id)
    .execute();
  const report = (kind: string, minutes: number) =>
    server.as('employee', 'reportVisit', {
      params: { id },
      body: { key: randomUUID(), kind, madeAt: new Date(at + minutes * 60_000).toISOString() },
    });
  expect([(await report('done', 25)).http, await billed(id, 'waiting')]).toEqual([200, 0]);
  expect([(await report('started', 5)).http, await billed(id, 'waiting')]).toEqual([200, 20]);
});

/** Values of a new record about a visit, and of its change and move, by the number of the step. */
const WAYS = {
  testOrders: {
    create: (appointment: string) => ({ appointment, tests: tests.slice(0, 1) }),
    change: (step: number) => ({ tests: tests.slice(0, step % 3) }),
    move: (appointment: string) => ({ appointment }),
  },
  drawnTubes: {
    create: async (visit: string, step: number) => ({
      ...{ testOrder: await orderOf(visit), label: `S-${step}`, tubeKind: kind, drawnAt: '2026-05-05T14:00:00.000Z' },
    }),
    change: () => ({ drawnBy: server.ids.employee }),
    move: async (visit: string) => ({ testOrder: await orderOf(visit) }),
  },
  trips: {
    create: (visit: string) => ({ employee: server.ids.employee, day: '2026-05-05', miles: 9, visits: [visit] }),
    change: (step: number) => ({ miles: 1 + ((step * 37) % 500) }),
    move: (visit: string) => ({ visits: [visit] }),
  },
  visitNeeds: {
    create: (appointment: string) => ({ appointment, minutes: 30 }),
    change: (step: number) => ({ minutes: 10 + step }),
    move: (appointment: string) => ({ appointment }),
  },
};
/** Finds the order of a visit, or adds one. */
const orderOf = async (appointment: string) =>
  (await api().find('testOrders', { where: { appointment }, perPage: 1 })).records[0]?.id ??
  (await order(appointment)).id;
/** Cents by side, of those whom a visit is not charged or paid for: laboratories are named as the visit names them. */
async function findForeign(visits: readonly string[]) {
  const { rows } = await sql<{ visit: string; name: string; cents: number }>`
    select entry.text_visit as visit, coalesce(entry.text_laboratory, entry.text_payer) as name,
      sum(coalesce(entry.cents_charge, entry.cents_earning)) as cents
    from ${sql.table('c_ledgerEntries')} as entry join appointments as own on own.id = entry.text_visit
    where coalesce(entry.text_laboratory, entry.text_payer) <> coalesce(own.laboratory_id, own.laboratory)
    group by 1, 2, entry.text_side`.execute(server.services.db);
  return rows.filter(({ visit, cents }) => visits.includes(visit) && Number(cents) !== 0);
}
const STEPS = ['create', 'change', 'move', 'restore', 'delete'] as const;

const hasAll = hasPlugin('adjustments') && hasPlugin('heldClaims');

test.runIf(hasAll)('leaves no line missing after any write of any fact', { timeout: 600_000 }, async () => {
  // A collection of facts that has no ways here is not tested.
  const named = [...Object.keys(WAYS), 'appointments', 'archive', 'adjustments', 'heldFacts'];
  expect(Object.keys(getMoneyFacts(server)).toSorted()).toEqual(named.toSorted());
  const visits = [await visit(), await visit(), await visit()];
  const done = new Map<string, number>();
  const numbers = fc.sample(fc.nat(1_000_000), { seed: 46, numRuns: 120 });
  for (const [at, number] of numbers.entries()) {
    const pick = <T>(list: readonly T[], by = 1) => list[Math.floor(number / by) % list.length] as T;
    const target = pick(visits, 7);
    const names = [...Object.keys(WAYS), 'appointments', 'heldFacts'] as const;
    const name = names[at % names.length] as (typeof names)[number];
    const step = STEPS[Math.floor(at / names.length) % STEPS.length] as (typeof STEPS)[number];
    let http = 0;
    if (name === 'appointments' && step === 'create') {
      const change = pick([{ kind: 'visit' }, { amount: 3 }], 3);
      const values = { visit: target, change: 'kind' in change ? 'waive' : 'credit', reason: 'Late', ...change };
      http = (await admin('adjustments').create(values)).http;
    } else if (name === 'appointments' && step === 'delete') {
      const [standing] = (
        await api().find('adjustments' as 'trips', { where: { state: 'standing' } as never, perPage: 1 })
      ).records;
      const values = { withdrawal: 'Error' };
      if (standing) http = (await admin('adjustments').send('POST', `/${standing.id}/withdraw`, values)).http;
    } else if (name === 'appointments' && step === 'move') {
      http = (await change(target, { labortary: pick(['Natera', 'Caredx', 'Nobody laboratory'], 3) })).http;
    } else if (name === 'appointments') {
      http = (await setStatus(target, pick(['Completed', 'Pending', 'Completed', 'Rejected'], 3))).http;
    } else if (name === 'heldFacts') {
      const [hold] = (await api().find('heldFacts' as 'trips', { where: { state: 'held' } as never, perPage: 1 }))
        .records;
      const values = { decision: 'Seen', version: hold?.version };
      if (hold) http = (await admin(name).send('POST', `/${hold.id}/confirm`, values)).http;
    } else {
      const ways = WAYS[name as keyof typeof WAYS];
      const { records: found } = await api().find(name as 'trips', { perPage: 100 });
      const record = pick(found, 11);
      if (step === 'create') http = (await admin(name).create(await ways.create(target, 1000 + at))).http;
      else if (record && step === 'delete')
        http = (await admin(name).send('DELETE', `/${record.id}`, { version: record.version })).http;
      else if (record && step === 'restore')
        http = (await admin(name).send('POST', `/${record.id}/restore`, { to: 1, version: record.version })).http;
      else if (record) {
        const values = await (step === 'move' ? ways.move(target) : ways.change(at));
        http = (await admin(name).update(record.id, { ...values, version: record.version })).http;
      }
    }
    expect(http).toBeLessThan(500);
    if (http === 200 || http === 201) done.set(`${name} ${step}`, (done.get(`${name} ${step}`) ?? 0) + 1);
    const missing = await findMissingLines(systemContext(server.services), visits);
    expect([at, name, step, missing.map(({ line }) => line)]).toEqual([at, name, step, []]);
    expect([at, name, step, await findForeign(visits)]).toEqual([at, name, step, []]);
  }
  // Adjustments are added and withdrawn.
  expect(done.has('appointments create') && done.has('appointments move') && done.has('appointments delete')).toBe(
    true,
  );
  const steps = STEPS.filter((step) => step !== 'restore' || hasPlugin('history'));
  for (const name of Object.keys(WAYS))
    for (const step of steps) expect([name, step, done.has(`${name} ${step}`)]).toEqual([name, step, true]);
});
