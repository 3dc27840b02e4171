import { sql } from 'kysely';
import { type AnyResource, references, text } from 'portal-frame';
import { PlanError, syncToConfigs } from 'portal-frame/internal/server';
import { everyStatement } from 'portal-frame/testing/helpers';
import { beforeAll, describe, expect, test } from 'vitest';
import boxes from '../fixtures/boxes.ts';
import racks from '../fixtures/racks.ts';
import results from '../fixtures/results.ts';
import specimens from '../fixtures/specimens.ts';
import { type Person, TIME_ZONE } from './cast.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { withKept } from './kept.ts';
import { clientOf, enterOn } from './supplies.ts';
import { versionsOf } from './tables.ts';
import { visitsOf } from './visits.ts';

const RESOURCES = [racks, specimens, results, boxes] as unknown as AnyResource[];
let number = 0;
const as = (person: Person, name = 'boxes') => clientOf(server, person, name);
const admin = (name = 'boxes') => as('admin', name);

const made = async (name: string, values: object): Promise<string> => (await enterOn(server)(name, values)).id;
const specimen = (visit: string) => made('specimens', { barcode: `S-${++number}`, appointment: visit });
const box = (values: object) => made('boxes', { title: `Box ${++number}`, ...values });
const linksOf = async (id: string) =>
  (
    await sql<{ target_id: string }>`select target_id from l_boxes_specimens where record_id = ${id}
      order by position`.execute(server.services.db)
  ).rows.map(({ target_id }) => target_id);

async function visitOf(person: 'employee' | 'employee2', laboratory: 'laboratory' | 'laboratory2'): Promise<string> {
  const { add, assign } = visitsOf(server);
  const id = await add({ patientName: `Patient ${++number}` }, laboratory);
  await assign(id, person);
  return id;
}

let own: string;
let foreign: string;
const server = serverForAll({}, { resources: RESOURCES });
beforeAll(async () => {
  own = await specimen(await visitOf('employee', 'laboratory'));
  foreign = await specimen(await visitOf('employee2', 'laboratory2'));
});

describe('a field of many references', () => {
  test('stores references in order without repeats and reads them with labels', async () => {
    const id = await box({ specimens: [foreign, own, foreign], carriers: [server.ids.employee] });
    const { body } = await admin().one(id);
    expect([body.specimens, body.racks]).toEqual([[foreign, own], null]);
    expect(body.labels.specimens).toEqual([expect.stringMatching(/^S-/), expect.stringMatching(/^S-/)]);
    expect(body.labels.carriers).toHaveLength(1);
    expect(await linksOf(id)).toEqual([foreign, own]);

    // Another order is a change; the same order is none.
    const turned = await admin().update(id, { specimens: [{ id: own }, foreign], version: body.version });
    expect([turned.body.specimens, turned.body.version]).toEqual([[own, foreign], 2]);
    expect((await admin().update(id, { specimens: [own, foreign] })).body.version).toBe(2);
    expect((await admin().update(id, { title: 'Other' })).body.specimens).toEqual([own, foreign]);
    expect((await admin().update(id, { specimens: [] })).body.specimens).toBeNull();
    expect(await linksOf(id)).toEqual([]);

    const [latest] = await versionsOf(server, id);
    expect(latest).toMatchObject({ before: { specimens: [own, foreign] }, after: { specimens: null } });
    if (!hasPlugin('history')) return;
    const back = await admin().send('POST', `/${id}/restore`, { to: 2 });
    expect(back.body.specimens).toEqual([own, foreign]);
  });

  test('rejects missing, forbidden or excess references and writes nothing', async () => {
    const id = await box({ specimens: [own] });
    const errors = async (values: object) => {
      const { http, body } = await admin().update(id, { title: 'Refused', ...values });
      return [http, Object.keys(body.data?.errors ?? {})];
    };
    expect(await errors({ specimens: [own, 'nothing'] })).toEqual([400, ['specimens']]);
    expect(await errors({ specimens: own })).toEqual([400, ['specimens']]);
    expect(await errors({ specimens: [7] })).toEqual([400, ['specimens']]);
    expect(await errors({ specimens: ['a\0b'] })).toEqual([400, ['specimens']]);
    expect(await errors({ specimens: [['a']] })).toEqual([400, ['specimens']]);
    expect(await errors({ specimens: Array.from({ length: 101 }, () => own).map((_, at) => `${at}`) })).toEqual([
      400,
      ['specimens'],
    ]);
    expect(await errors({ carriers: ['a', 'b', 'c', 'd'] })).toEqual([400, ['carriers']]);
    const { body } = await admin().one(id);
    expect([body.specimens, body.version]).toEqual([[own], 1]);
  });

  test('reads with one query per field and page', async () => {
    for (let count = 0; count < 5; count += 1)
      await box({ specimens: [own, foreign], carriers: [server.ids.employee] });
    const asked: string[] = [];
    everyStatement((_, statement) => {
      const [table] = /(?<=from .?)l_boxes_\w+/.exec(statement) ?? [];
      if (table) asked.push(table);
    });
    const { body } = await admin().list({ range: [0, 99] });
    expect(body.length).toBeGreaterThan(5);
    expect(asked.toSorted()).toEqual(['l_boxes_carriers', 'l_boxes_racks', 'l_boxes_specimens']);
  });

  test('filters by one reference, by any of several, and by presence (spec 13.4)', async () => {
    const [one, other, empty] = [await box({ specimens: [own] }), await box({ specimens: [foreign] }), await box({})];
    const found = async (filter: object) => {
      const { http, body, range } = await admin().list({ filter, range: [0, 99] });
      expect([http, range?.split('/')[1]]).toEqual([200, String(body.length)]);
      const ids = (body as { id: string }[]).map(({ id }) => id);
      return [one, other, empty].map((id) => ids.includes(id));
    };
    expect(await found({ specimens: own })).toEqual([true, false, false]);
    expect(await found({ specimens: [own, foreign] })).toEqual([true, true, false]);
    expect(await found({ filled: true })).toEqual([true, true, false]);
    expect(await found({ filled: 'false' })).toEqual([false, false, true]);
    expect(await found({ specimens: "x' or 1=1 --" })).toEqual([false, false, false]);
    for (const specimens of [{ a: 1 }, [['a']], 'a\0'])
      expect((await admin().list({ filter: { specimens } })).http).toBe(400);
  });
});

describe('access to references', () => {
  test('allows only visible records, but keeps existing references', async () => {
    const carried = { carriers: [server.ids.employee] };
    const id = await box({ ...carried, specimens: [foreign] });
    const employee = as('employee');
    const { body } = await employee.one(id);
    // The id of a hidden record is returned, but not its label.
    expect([body.specimens, body.labels.specimens]).toEqual([[foreign], [null]]);
    expect((await employee.update(id, { specimens: [foreign, own] })).body.specimens).toEqual([foreign, own]);
    expect((await employee.update(id, { specimens: [own] })).http).toBe(200);
    expect((await employee.update(id, { specimens: [own, foreign] })).http).toBe(400);
    expect((await employee.create({ title: 'Mine', ...carried, specimens: [foreign] })).http).toBe(400);
    // It would be a box of another branch.
    expect((await employee.create({ title: 'Mine', specimens: [own] })).http).toBe(400);
    expect((await employee.create({ title: 'Mine', ...carried, specimens: [own] })).http).toBe(201);
  });
});

describe('referenced records', () => {
  test('are removed from the field if the config allows it, otherwise cannot be deleted', async () => {
    const gone = await specimen(await visitOf('employee', 'laboratory'));
    const id = await box({ specimens: [own, gone, foreign] });
    expect((await admin('specimens').remove(gone)).http).toBe(200);
    const { body } = await admin().one(id);
    expect([body.specimens, body.version]).toEqual([[own, foreign], 2]);
    const rack = await made('racks', { title: `R-${++number}` });
    await admin().update(id, { racks: [rack], carriers: [server.ids.employee] });
    const refused = await admin('racks').remove(rack);
    expect([refused.http, refused.body.message]).toEqual([409, expect.stringContaining('Boxes')]);
    expect((await server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee } })).code).toBe(409);
    expect((await admin().remove(id)).body.specimens).toEqual([own, foreign]);
    expect(await linksOf(id)).toEqual([]);
    expect((await admin('racks').remove(rack)).http).toBe(200);
  });
});

test('checks the tables of links against the configs', async () => {
  const id = await box({ specimens: [own] });
  const startWith = (field: object) => {
    const { specimens: _, ...fields } = boxes.fields;
    const config = { ...boxes, fields: { ...fields, specimens: field } } as unknown as AnyResource;
    return syncToConfigs(server.services.store, {
      resources: withKept([...RESOURCES.slice(0, 3), config]),
      zone: TIME_ZONE,
    });
  };
  await expect(startWith(text())).rejects.toThrow(PlanError);
  await expect(startWith(references({ to: 'racks', text: '{title}' }))).rejects.toThrow(PlanError);
  // As in a restored backup: without foreign keys.
  const db = server.services.db;
  await sql`create table plain_links as select * from l_boxes_specimens`.execute(db);
  await sql`drop table l_boxes_specimens`.execute(db);
  await sql`alter table plain_links rename to l_boxes_specimens`.execute(db);
  await startWith(boxes.fields.specimens);
  expect(await linksOf(id)).toEqual([own]);
  const dangling = sql`insert into l_boxes_specimens (record_id, target_id, position) values (${id}, 'nothing', 1)`;
  await expect(dangling.execute(db)).rejects.toThrow(/foreign key/i);
});
