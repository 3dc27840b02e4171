import { describe, expect, test } from 'vitest';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { COLLECTIONS } from './supplies.ts';

const server = serverForAll({}, { resources: COLLECTIONS });
const admin = clientOf(server, 'admin');
const makers = clientOf(server, 'admin', 'makers');

const adding = async (values: Record<string, unknown>, client = admin) => {
  const { http, body } = await client.create(values);
  expect([http, body.message]).toEqual([201, undefined]);
  return body;
};

describe('creating a record', () => {
  test('returns the full record with defaults and author', async () => {
    const hours = [{ day: 'Monday', start: '08:00', end: '12:00' }];
    const sent = {
      title: ' Gloves ',
      price: 19.99,
      open: false,
      arrivedAt: '2026-03-08T03:30',
      hours,
    };
    const start = Date.now();
    const record = await adding(sent);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: 'Gloves',
      code: null,
      amount: 1,
      price: 19.99,
      state: 'new',
      open: false,
      expiresOn: null,
      arrivedAt: '2026-03-08T07:30:00.000Z',
      hours,
      maker: null,
      makerCode: null,
      worker: null,
      branch: null,
      owner: null,
      checkedBy: null,
      createdAt: expect.any(String),
      createdBy: 'Ada Admin',
      changedAt: record.createdAt,
      changedBy: 'Ada Admin',
      version: 1,
    });
    expect(Date.parse(record.createdAt)).toBeGreaterThanOrEqual(start);
    expect((await admin.one(record.id)).body).toEqual(record);
  });

  test('ignores fields that the role may not fill in', async () => {
    expect(await adding({ title: 'x', checkedBy: 'me', createdBy: 'God' })).toMatchObject({
      checkedBy: null,
      version: 1,
      createdBy: 'Ada Admin',
    });
    expect(await adding({ title: 'y', state: 'used' }, clientOf(server, 'branch'))).toMatchObject({ state: 'new' });
  });

  const invalid: [Record<string, unknown>, Record<string, string>][] = [
    [{}, { title: 'Title is required' }],
    [{ title: '   ' }, { title: 'Title is required' }],
    [{ title: 7 }, { title: expect.any(String) }],
    [{ title: 'a\0b' }, { title: expect.any(String) }],
    [
      { title: 'x', amount: -1, price: 'free' },
      { amount: expect.any(String), price: expect.any(String) },
    ],
    [{ title: 'x', amount: 1.5 }, { amount: expect.any(String) }],
    [{ title: 'x', state: 'broken' }, { state: expect.any(String) }],
    [{ title: 'x', expiresOn: '2026-02-30' }, { expiresOn: expect.any(String) }],
    [{ title: 'x', arrivedAt: 'soon' }, { arrivedAt: expect.any(String) }],
    [{ title: 'x', hours: [{ day: 'Funday' }] }, { hours: expect.any(String) }],
    [{ title: 'x', maker: 'nope' }, { maker: 'The record that this refers to does not exist.' }],
    [{ title: 'x', maker: { $ne: 1 } }, { maker: expect.any(String) }],
    [{ title: 'x', makerCode: 'NOPE' }, { makerCode: 'The record that this refers to does not exist.' }],
    [{ title: 'x', worker: 'W-999' }, { worker: 'The record that this refers to does not exist.' }],
    [{ title: 'x', branch: 'nope' }, { branch: 'The record that this refers to does not exist.' }],
  ];
  test.each(invalid)('refuses %j at its fields', async (values, errors) => {
    const { http, body } = await admin.create(values);
    expect(http).toBe(400);
    expect(body).toEqual({ status: false, code: 400, message: expect.any(String), data: { errors } });
  });

  test.each([[[]], ['text'], [null], [7]])('refuses %j for a record', async (values) => {
    expect(await admin.create(values)).toMatchObject({ http: 400, body: { status: false } });
  });

  test('answers in the language of the request', async () => {
    const { body } = await admin.send('POST', '', { title: '' }, { 'accept-language': 'es' });
    expect(body.message).not.toBe('Title is required');
  });

  test('stores references to collections and portal records by id or value', async () => {
    const maker = (await makers.create({ title: 'Bolt', code: 'B-1' })).body;
    const values = { title: 'x', maker, makerCode: 'B-1', worker: 'W-007', branch: server.ids.branch };
    expect(await adding(values)).toMatchObject({ ...values, maker: maker.id });
  });
});

describe('unique values', () => {
  test('are compared without case but with accents, and do not conflict with the same record', async () => {
    const record = await adding({ title: 'u', code: 'Peña' });
    const refused = await admin.create({ title: 'v', code: ' peÑA ' });
    expect(refused.http).toBe(409);
    expect(refused.body.data.errors).toEqual({ code: 'This value is already in use.' });
    await adding({ title: 'v', code: 'Pena' });
    expect(await admin.update(record.id, { code: 'PEÑA' })).toMatchObject({ http: 200, body: { code: 'PEÑA' } });
    expect(await admin.update(record.id, { code: 'pena' })).toMatchObject({ http: 409 });
  });

  test('stay unique under concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.create({ title: 'race', code: 'RACE' })));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    for (const { http, body } of replies) if (http === 409) expect(body.data.errors).toHaveProperty('code');
  });
});

describe('updating a record', () => {
  test('may be partial or full, and increments the version', async () => {
    const record = await adding({ title: 'Tubes', price: 5 });
    const part = await admin.update(record.id, { price: null, version: 1 });
    expect(part).toMatchObject({ http: 200, body: { title: 'Tubes', price: null, version: 2 } });
    const full = await admin.update(record.id, { ...part.body, title: 'Tubes XL' });
    expect(full.body).toMatchObject({ title: 'Tubes XL', version: 3, createdAt: record.createdAt });
    expect((await admin.update(record.id, {})).body).toEqual(full.body);
  });

  test('refuses an update of a record that has changed meanwhile', async () => {
    const record = await adding({ title: 'Stale' });
    await admin.update(record.id, { title: 'First', version: 1 });
    const late = await admin.update(record.id, { ...record, title: 'Second' });
    expect(late).toMatchObject({
      http: 409,
      body: { status: false, code: 409, message: expect.stringContaining('Somebody else') },
    });
    expect((await admin.one(record.id)).body.title).toBe('First');
    const race = await Promise.all([1, 2, 3].map((n) => admin.update(record.id, { title: `R${n}`, version: 2 })));
    expect(race.map(({ http }) => http).toSorted()).toEqual([200, 409, 409]);
  });

  test('validates its input and refuses unknown records', async () => {
    const record = await adding({ title: 'Checked' });
    expect(await admin.update(record.id, { title: null })).toMatchObject({ http: 400 });
    expect(await admin.update(record.id, { title: 'x', amount: 'x' })).toMatchObject({ http: 400 });
    expect(await admin.update('nope', { title: 'x' })).toMatchObject({ http: 404 });
    expect((await admin.one(record.id)).body.version).toBe(1);
  });

  test('changes only the field of a named action, and only within its time limit', async () => {
    const record = await adding({ title: 'Action' });
    const worker = clientOf(server, 'worker');
    const { body: read } = await worker.one(record.id);
    const done = await worker.update(record.id, { ...read, checkedBy: 'Zoë' });
    expect(done).toMatchObject({
      http: 200,
      body: { title: 'Action', checkedBy: 'Zoë', changedBy: 'Zoë Ångström', createdBy: 'Ada Admin' },
    });
    expect(await worker.update(record.id, { checkedBy: 'Ben' })).toMatchObject({ http: 409 });
  });
});

describe('records of their author', () => {
  test('get their author at creation, and do not exist for others', async () => {
    const one = clientOf(server, 'branch');
    const other = clientOf(server, 'branch2');
    const record = await adding({ title: 'Ours', owner: server.ids.branch2 }, one);
    expect(record).toMatchObject({ owner: server.ids.branch, createdBy: 'Northside' });
    expect(await one.titles({ filter: { title: 'Ours' } })).toEqual(['Ours']);
    expect(await other.list()).toMatchObject({ http: 200, range: 'supplies */0' });
    expect(await other.list({ filter: { id: [record.id] } })).toMatchObject({ body: [] });
    expect(await other.one(record.id)).toMatchObject({ http: 404 });
    expect(await other.update(record.id, { title: 'x' })).toMatchObject({ http: 404 });
    expect(await other.remove(record.id)).toMatchObject({ http: 404 });
    const given = await one.update(record.id, { title: 'Ours still', owner: server.ids.branch2 });
    expect([given.http, Object.keys(given.body.data.errors)]).toEqual([400, ['owner']]);
    const kept = await one.update(record.id, { title: 'Ours still', owner: server.ids.branch });
    expect(kept.body).toMatchObject({ title: 'Ours still', owner: server.ids.branch });
  });
});

describe('deleting a record', () => {
  test('returns the deleted record', async () => {
    const record = await adding({ title: 'Gone' });
    expect(await admin.remove(record.id)).toMatchObject({ http: 200, body: record });
    expect(await admin.one(record.id)).toMatchObject({ http: 404 });
    expect(await admin.remove(record.id)).toMatchObject({ http: 404 });
  });

  test('refuses to delete a referenced record or change its key', async () => {
    const maker = (await makers.create({ title: 'Held', code: 'H-1' })).body;
    const byId = await adding({ title: 'x', maker: maker.id });
    const refused = await makers.remove(maker.id);
    expect(refused).toMatchObject({
      http: 409,
      body: { message: 'This cannot be deleted or renamed, because records in Supplies refer to it.' },
    });
    await admin.remove(byId.id);
    const byCode = await adding({ title: 'x', makerCode: 'H-1' });
    expect(await makers.remove(maker.id)).toMatchObject({ http: 409 });
    expect(await makers.update(maker.id, { code: 'H-2' })).toMatchObject({ http: 409 });
    expect(await makers.update(maker.id, { title: 'Held on' })).toMatchObject({ http: 200 });
    await admin.update(byCode.id, { makerCode: null });
    expect(await makers.update(maker.id, { code: 'H-2' })).toMatchObject({ http: 200 });
    expect(await makers.remove(maker.id)).toMatchObject({ http: 200 });
  });

  test('leaves no reference to a deleted record, in any order of requests', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = (await makers.create({ title: 'Race', code: `R-${round}` })).body;
      const [gone, made] = await Promise.all([makers.remove(maker.id), admin.create({ title: 'x', maker: maker.id })]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([gone.http, made.http]);
    }
  });
});
