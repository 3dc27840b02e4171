import { type AnyResource, me, references, text } from 'portal-frame';
import { type Collection, toCollectionDb } from 'portal-frame/internal/records';
import { explainAccess, findAudiences } from 'portal-frame/internal/server';
import { everyStatement, resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, describe, expect, test } from 'vitest';
import racks from '../fixtures/racks.ts';
import results from '../fixtures/results.ts';
import specimens from '../fixtures/specimens.ts';
import { type Person, serverForAll } from './harness.ts';
import { VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

/** Each belongs to several employees. */
const binders = resourceOf(
  'binders',
  { title: text({ required: true }), readers: references({ to: 'employees', text: '{fullName}' }) },
  { roles: { admin: { can: ['list', 'create'] }, employee: { can: ['list'], where: { readers: me } } } },
);

/** One visit of the first laboratory and employee, one of the second ones. */
let visits: { ours: string; theirs: string };
const ids: Record<string, string> = {};
const as = (person: Person, name = 'specimens') => clientOf(server, person, name);
const codes = async (person: Person, query?: object) =>
  (await as(person).list(query)).body.map(({ barcode }: { barcode: string }) => barcode);

const server = serverForAll({}, { resources: [racks, specimens, results, binders] as unknown as AnyResource[] });
const { add, assign } = visitsOf(server);
async function visitOf(laboratory: 'laboratory' | 'laboratory2', employee: 'employee' | 'employee2'): Promise<string> {
  const id = await add({}, laboratory);
  await assign(id, employee);
  return id;
}
beforeAll(async () => {
  visits = {
    ours: await visitOf('laboratory', 'employee'),
    theirs: await visitOf('laboratory2', 'employee2'),
  };
  const rows = [
    { barcode: 'A-1', appointment: visits.ours },
    { barcode: 'A-2', appointment: visits.ours, state: 'Discarded' },
    { barcode: 'B-1', appointment: visits.theirs, tube: 'EDTA' },
    { barcode: 'B-2', appointment: visits.theirs, tube: 'Citrate' },
  ];
  const rack = (await as('admin', 'racks').create({ title: 'R-1', shelf: 'top' })).body.id;
  for (const row of rows) {
    const { http, body } = await as('admin').create({ ...row, rack, drawnBy: 'EMP-007', cost: 'dear' });
    expect(http).toBe(201);
    ids[row.barcode] = body.id;
    const made = await as('admin', 'results').create({ specimen: body.id, analyte: `of ${row.barcode}`, value: 1 });
    expect(made.http).toBe(201);
  }
});

const SEEN: [Person, string[]][] = [
  ['admin', ['A-1', 'A-2', 'B-1', 'B-2']],
  ['employee', ['A-1', 'A-2']],
  ['employee2', ['B-1', 'B-2']],
  // Its own specimens that are not discarded, and every citrate tube.
  ['laboratory', ['A-1', 'B-2']],
  ['laboratory2', ['B-1', 'B-2']],
];

describe.each(SEEN)('%s', (person, seen) => {
  test('reads exactly these rows and their count, by every endpoint (spec 13.3)', async () => {
    expect(await codes(person)).toEqual(seen);
    const { range } = await as(person).list({ range: [0, 0] });
    expect(range).toBe(`specimens 0-0/${seen.length}`);
    const all = Object.values(ids);
    expect((await as(person).list({ filter: { id: all } })).body).toHaveLength(seen.length);
    expect(await codes(person, { filter: { q: '-' }, sort: ['state', 'ASC'] })).toHaveLength(seen.length);
    const theirs = await codes(person, { filter: { appointment: visits.theirs } });
    expect(theirs).toEqual(seen.filter((code) => code.startsWith('B')));
    for (const [code, id] of Object.entries(ids))
      expect([code, (await as(person).one(id)).http]).toEqual([code, seen.includes(code) ? 200 : 404]);
  });
});

test('refuses a reference to a hidden record', async () => {
  const make = async (specimen: string | undefined) =>
    (await as('laboratory', 'results').create({ specimen, analyte: 'Iron' })).http;
  expect(await make(ids['A-1'])).toBe(201);
  // Its own, but discarded.
  expect(await make(ids['A-2'])).toBe(400);
  expect(await make(ids['B-1'])).toBe(400);
});

test('refuses to create a record that its author could not see', async () => {
  // The laboratory sees other laboratories' citrate tubes, but not their results.
  const { http, body } = await as('laboratory', 'results').create({ specimen: ids['B-2'], analyte: 'Zinc' });
  expect([http, body.message]).toEqual([400, 'With these values, you would not be able to see the record yourself.']);
  expect((await as('admin', 'results').list({ filter: { q: 'Zinc' } })).body).toEqual([]);
});

test('updates the visibility of records at once when their appointment changes', async () => {
  const visit = await visitOf('laboratory', 'employee');
  const { body } = await as('employee').create({ barcode: 'C-1', appointment: visit });
  expect((await as('employee').one(body.id)).http).toBe(200);
  const { db } = server.services;
  await db.updateTable('appointments').set({ employee_id: server.ids.employee2 }).where('id', '=', visit).execute();
  const { http } = await as('employee').one(body.id);
  const moved = (await as('employee2').one(body.id)).http;
  expect([http, moved]).toEqual([404, 200]);
});

test('publishes an event to everyone who sees the record before or after the change', async () => {
  const since = async () =>
    (
      await server.services.db
        .selectFrom('events')
        .selectAll()
        .where('record_id', '=', ids['A-1'] ?? '')
        .orderBy('id')
        .execute()
    ).at(-1);
  await as('admin').update(ids['A-1'] ?? '', { state: 'Received' });
  expect(JSON.parse(String((await since())?.audience)).toSorted()).toEqual(
    ['admin', server.ids.employee, server.ids.laboratory].toSorted(),
  );
  // The laboratory no longer sees a discarded specimen, and is notified.
  await as('admin').update(ids['A-1'] ?? '', { state: 'Discarded' });
  expect(JSON.parse(String((await since())?.audience))).toContain(server.ids.laboratory);
  await as('admin').update(ids['A-1'] ?? '', { tube: 'EDTA' });
  expect(JSON.parse(String((await since())?.audience))).not.toContain(server.ids.laboratory);
});

test('notifies the readers of each record of a bulk change, also by linked accounts', async () => {
  const { employee, employee2 } = server.ids;
  for (const readers of [[employee], [employee2], [employee, employee2]])
    expect((await as('admin', 'binders').create({ title: 'B', readers })).http).toBe(201);
  const collection = server.services.collections.find(({ resource }) => resource.name === 'binders') as Collection;
  const db = toCollectionDb(server.services.db as never);
  const rows = await db.selectFrom(collection.table).selectAll().orderBy('id').execute();
  const audiences = await findAudiences(db, collection, rows as never);
  expect(audiences.map((ids) => ids.toSorted())).toEqual(
    [
      ['admin', employee],
      ['admin', employee2],
      ['admin', employee, employee2],
    ].map((ids) => ids.toSorted()),
  );
});

describe('labels of references', () => {
  const labels = async (person: Person, query: object, name?: string) =>
    (await as(person, name).list(query)).body[0].labels;
  const of = (code: string) => ({ filter: { id: [ids[code]] } });

  test('are shown even without a right to the resource, but without unreadable fields', async () => {
    const all = { appointment: VISIT.patientName, drawnBy: 'Zoë Ångström' };
    expect(await labels('admin', of('A-1'))).toEqual({ ...all, rack: 'R-1 top' });
    expect(await labels('laboratory2', of('B-1'))).toEqual({ ...all, rack: 'R-1 top' });
    expect((await as('employee').one(ids['A-1'] ?? '')).body.labels).toEqual({ ...all, rack: 'R-1' });
  });

  test('are null for records hidden by a rule', async () => {
    // The laboratory sees every citrate tube, but not the other laboratory's patient.
    expect(await labels('laboratory', of('B-2'))).toMatchObject({ appointment: null, rack: 'R-1 top' });
    // Its own result of a hidden specimen.
    const { body } = await as('laboratory', 'results').list({ filter: { specimen: ids['A-2'] } });
    expect(body[0].labels).toEqual({ specimen: null });
  });

  test('need one query per referenced resource for any page size', async () => {
    const made: string[] = [];
    for (let number = 0; number < 20; number++)
      made.push((await as('admin').create({ barcode: `L-${number}`, appointment: visits.ours })).body.id);
    const seen: string[] = [];
    everyStatement((_, text) => seen.push(text));
    await as('admin').list({ filter: { id: made } });
    expect(seen.filter((text) => text.includes('from "appointments"'))).toHaveLength(1);
  });
});

test('explains whether an account sees a record and which rule decides (spec 13.13)', async () => {
  const collection = server.services.collections.find(({ resource }) => resource.name === 'specimens') as Collection;
  const of = (person: 'employee' | 'laboratory', code: string) =>
    explainAccess(server.services, collection, ids[code] ?? '', {
      ...{ id: server.ids[person], role: person, sessionId: '', reauthenticatedAt: 0 },
    });
  expect(await of('employee', 'A-1')).toEqual({
    isVisible: true,
    reasons: [
      'roles.employee sees where appointment.employee is me',
      `holds: appointment.employee is me (found ${server.ids.employee}, this account)`,
    ],
  });
  const { isVisible, reasons } = await of('laboratory', 'B-1');
  expect(isVisible).toBe(false);
  expect(reasons).toContain(`fails: appointment.laboratory is me (found ${server.ids.laboratory2})`);
  expect(reasons).toContain('fails: tube is Citrate (found EDTA)');
});
