import type { AnyResource } from 'portal-frame';
import { describe, expect, test } from 'vitest';
import tubes from '../fixtures/tubes.ts';
import { type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const server = serverForAll({}, { resources: [tubes as unknown as AnyResource] });

const of = (person: Person) => clientOf(server, person, 'tubes');
const act = (person: Person, id: string, action: string, values: unknown = {}) =>
  of(person).send('POST', `/${id}/${action}`, values);
let count = 0;
/** A new specimen of this employee. */
async function specimen(person: Person = 'employee') {
  count += 1;
  const { http, body } = await of(person).create({ barcode: `S-${count}`, volume: 3 });
  expect(http).toBe(201);
  return body as { id: string; version: number } & Record<string, unknown>;
}
/** One that was handed over. */
async function handedOver() {
  const { id } = await specimen();
  expect((await act('employee', id, 'handOver')).http).toBe(200);
  return id;
}
type Entry = { details: { action?: string }; recordId: string };
const trail = async () => (await server.as('admin', 'audit')).data.entries;

describe('states', () => {
  test('start as configured, and change only by transitions', async () => {
    const made = await of('admin').create({ barcode: 'S-x', state: 'Received', reason: 'none' });
    expect(made.body).toMatchObject({ state: 'Collected', reason: null });
    const sent = { barcode: 'S-y', state: 'Received', receivedAt: '2026-01-01T00:00Z' };
    const { http, body } = await of('admin').update(made.body.id, sent);
    const refused = 'This cannot be changed here.';
    expect([http, body.data.errors]).toEqual([400, { state: refused, receivedAt: refused }]);
    expect((await of('admin').one(made.body.id)).body).toMatchObject({
      barcode: 'S-x',
      state: 'Collected',
      version: 1,
    });
  });

  test('change by a transition that sets the configured values', async () => {
    const id = await handedOver();
    const before = Date.now();
    const { http, body } = await act('laboratory', id, 'receive');
    expect(http).toBe(200);
    expect(body).toMatchObject({ state: 'Received', receivedBy: server.ids.laboratory, version: 3 });
    expect(Date.parse(body.receivedAt)).toBeGreaterThanOrEqual(before - 1000);
    expect((await of('laboratory').one(id)).body).toEqual(body);
  });

  test('stay unchanged by a transition from another state', async () => {
    const { id } = await specimen();
    const { http, body } = await act('laboratory', id, 'receive');
    expect([http, body.message]).toEqual([409, 'This is “Collected”, so that cannot be done.']);
    expect((await of('admin').one(id)).body).toMatchObject({ state: 'Collected', receivedAt: null, version: 1 });
  });

  test('change once for two concurrent transitions', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await specimen();
      const both = await Promise.all([act('employee', id, 'handOver'), act('admin', id, 'handOver')]);
      expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
      expect((await of('admin').one(id)).body.version).toBe(2);
    }
  });

  test('stay unchanged for an outdated version', async () => {
    const { id } = await specimen();
    await of('employee').update(id, { volume: 2 });
    expect((await act('employee', id, 'handOver', { version: 1 })).http).toBe(409);
    expect((await act('employee', id, 'handOver', { version: 2 })).http).toBe(200);
  });

  test('validate the inputs of a transition', async () => {
    const id = await handedOver();
    const { http, body } = await act('laboratory', id, 'reject');
    expect([http, body.data.errors]).toEqual([400, { reason: 'Reason is required' }]);
    const bad = await act('laboratory', id, 'reject', { reason: 'clotted', photo: 'nonsense' });
    expect([bad.http, Object.keys(bad.body.data.errors)]).toEqual([400, ['photo']]);
    expect((await act('laboratory', id, 'reject', { reason: 'clotted', volume: 99 })).http).toBe(400);
    const done = await act('laboratory', id, 'reject', { reason: ' clotted ', state: 'Collected' });
    expect(done.body).toMatchObject({ state: 'Rejected', reason: 'clotted', volume: 3 });
  });

  test('name the transition in the audit trail, whether it succeeds or not', async () => {
    const { id } = await specimen();
    await act('employee', id, 'handOver');
    await act('employee', id, 'handOver');
    const of = async (asked: string) =>
      (await trail()).find(({ recordId, operation }: Record<string, string>) => recordId === id && operation === asked);
    const details = { asked: 'change', action: 'handOver', code: 409, reason: 'server.wrongState' };
    await expect.poll(() => of('refused')).toMatchObject({ details });
    expect(await of('change')).toMatchObject({ resource: 'tubes', details: { action: 'handOver', fields: ['state'] } });
  });
});

describe('action on several fields', () => {
  test('changes exactly the requested records', async () => {
    const id = await handedOver();
    expect((await act('laboratory', id, 'shelve', { shelf: 'A1' })).body.data.errors).toEqual({
      volume: 'Volume is required',
    });
    const sent = { shelf: 'A1', volume: 2.5 };
    expect((await act('laboratory', id, 'shelve', { ...sent, reason: 'mine' })).http).toBe(400);
    const { body } = await act('laboratory', id, 'shelve', sent);
    expect(body).toMatchObject({ shelf: 'A1', volume: 2.5, reason: null, state: 'Handed over' });
    // It is no right to change its fields one by one.
    expect((await of('laboratory').update(id, { shelf: 'B9' })).http).toBe(400);
  });
});

describe('action with a fixed value', () => {
  test.each([
    ['drain', 'Sink', { volume: 0 }],
    ['discard', 'Bin', {}],
  ])('%s sets this value and no other', async (action, shelf, asked) => {
    const id = await handedOver();
    const { http, body } = await act('laboratory', id, action, { ...asked, shelf: 'A1' });
    expect([http, body.shelf]).toEqual([200, shelf]);
    expect((await act('laboratory', id, action, asked)).body.shelf).toBe(shelf);
  });

  test('sets it for many records', async () => {
    const ids = [await handedOver(), await handedOver()];
    const path = '/many/drain';
    const { body } = await of('laboratory').send('POST', path, { ids, values: { shelf: 'A1', volume: 0 } });
    expect(body.map(({ shelf }: { shelf: string }) => shelf)).toEqual(['Sink', 'Sink']);
  });
});

describe('bulk action', () => {
  const many = (person: Person, action: string, sent: unknown) => of(person).send('POST', `/many/${action}`, sent);

  test('changes all records, each with its own audit entry', async () => {
    const ids = [await handedOver(), await handedOver()];
    const { http, body } = await many('laboratory', 'receive', { ids });
    expect([http, body.map(({ state }: { state: string }) => state)]).toEqual([200, ['Received', 'Received']]);
    const entries = (await trail()).map(({ details, recordId }: Entry) => [details.action, recordId]);
    expect(entries).toEqual(expect.arrayContaining(ids.map((id) => ['receive', id])));
  });

  test('changes none if one refuses, with a message per record (spec 13.5)', async () => {
    const good = await handedOver();
    const early = (await specimen()).id;
    const { http, body } = await many('laboratory', 'receive', { ids: [good, early, 'nobody'] });
    expect([http, body.message]).toEqual([409, 'Nothing was changed, because 2 of 3 records cannot be changed.']);
    expect(body.data.errors).toEqual({
      [early]: 'This is “Collected”, so that cannot be done.',
      nobody: expect.any(String),
    });
    expect((await of('admin').one(good)).body.state).toBe('Handed over');
  });

  test.each([
    [{}],
    [{ ids: [] }],
    [{ ids: 'all' }],
    [{ ids: [1] }],
    [{ ids: ['x'], values: 3 }],
    [{ ids: Array(501).fill('x') }],
  ])('refuses an invalid list of records, %#', async (sent) =>
    expect((await many('laboratory', 'receive', sent)).http).toBe(400),
  );

  test('requires the right, and changes only visible records', async () => {
    const id = await handedOver();
    expect((await many('employee', 'receive', { ids: [id] })).http).toBe(403);
    const { id: foreign } = await specimen('employee2');
    expect((await many('employee', 'handOver', { ids: [foreign] })).http).toBe(404);
  });
});
