import type { AnyResource } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, describe, expect, test } from 'vitest';
import racks from '../fixtures/racks.ts';
import results from '../fixtures/results.ts';
import specimens from '../fixtures/specimens.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll({}, { resources: [racks, specimens, results] as unknown as AnyResource[] });
const admin = (name = 'specimens') => clientOf(server, 'admin', name);
let number = 0;
const specimen = async (values: object) => {
  const { http, body } = await admin().create({ barcode: `S-${++number}`, ...values });
  expect(http, JSON.stringify(body)).toBe(201);
  return body.id as string;
};
const result = async (of: string) =>
  (await admin('results').create({ specimen: of, analyte: 'Iron' })).body.id as string;
const there = async (name: string, id: string) => (await admin(name).one(id)).http === 200;

const newVisit = () => visitsOf(server).add({ patientName: `Patient ${++number}` });

let visit: string;
beforeAll(async () => {
  visit = await newVisit();
});

describe('a portal record that collections refer to', () => {
  test('is kept while a reference restricts its deletion (spec 13.4)', async () => {
    const rack = (await admin('racks').create({ title: 'R-2', laboratory: server.ids.laboratory2 })).body.id;
    const remove = () => server.as('admin', 'deleteLaboratory', { params: { id: server.ids.laboratory2 } });
    const { code, message } = await remove();
    expect([code, message]).toEqual([409, expect.stringContaining('Racks')]);
    // Nothing changed.
    const { data } = await server.as('admin', 'adminLaboratories');
    expect(data.map(({ _id }: { _id: string }) => _id)).toContain(server.ids.laboratory2);
    await admin('racks').update(rack, { laboratory: null });
    expect((await remove()).code).toBe(200);
  });

  test('clears references that ask for it, also by another key', async () => {
    const id = await specimen({ appointment: visit, drawnBy: 'EMP-007' });
    expect((await server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee } })).code).toBe(200);
    expect((await admin().one(id)).body.drawnBy).toBeNull();
  });

  test("cascades to a patient's specimens and results", async () => {
    const patient = await newVisit();
    const id = await specimen({ appointment: patient });
    const of = await result(id);
    const other = await specimen({ appointment: visit });
    await records(systemContext(server.services)).delete('appointments', patient);
    expect([await there('specimens', id), await there('results', of)]).toEqual([false, false]);
    expect(await there('specimens', other)).toBe(true);
  });
});
