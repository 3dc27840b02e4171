import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '../../config/resource.ts';
import { choice, longText, money, number, reference, text } from '../../fields/index.ts';
import { HttpError } from '../../server/base/httpError.ts';
import { defineEndpoint } from '../../server/http/endpoints.ts';
import { notify, sendMail } from '../../server/records/operations/notify.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import {
  accountContext,
  systemContext,
  transaction,
  trustedContext,
} from '../../server/records/operations/recordsContext.ts';
import { bulkDelete, bulkInsert } from '../../server/records/schema/bulkStatements.ts';
import type { Collection } from '../../server/records/schema/collection.ts';
import { toRowColumns } from '../../server/records/schema/recordRow.ts';
import { defineHooks } from '../../server/records/write/runHooks.ts';
import { me } from '../../where/symbols.ts';
import { call, failureTexts } from '../../wire/call.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';

const machines = defineResource({
  name: 'machines',
  icon: 'inventory',
  fields: {
    title: text({ required: true }),
    serial: text({ required: true, unique: true }),
    price: money({ read: ['admin'] }),
    hours: number({ integer: true, default: 0 }),
    state: choice({ choices: ['Free', 'Out', 'Broken'], required: true }),
    keeper: text({ readOnly: true }),
  },
  states: {
    field: 'state',
    start: 'Free',
    transitions: {
      take: { from: 'Free', to: 'Out', inputs: [{ field: 'hours', required: false }] },
      bring: { from: 'Out', to: 'Free' },
      scrap: { from: ['Free', 'Out'], to: 'Broken', serverOnly: true },
    },
  },
  history: true,
  list: { columns: ['title'], sort: { field: 'title', order: 'ASC' }, search: ['title'], filters: ['state'] },
  create: { groups: [{ label: 'Machine', fields: ['title', 'serial', 'price', 'hours'] }] },
  roles: {
    admin: { list: '/machines', can: ['list', 'show', 'create', 'edit', 'delete', 'take', 'bring'] },
    worker: { list: '/our-machines', can: ['list', 'show', 'take'], where: { keeper: me } },
  },
});
const notes = defineResource({
  name: 'notes',
  icon: 'inventory',
  fields: { machine: reference({ to: 'machines' }), body: longText({ required: true }) },
  history: true,
  list: { columns: ['body'], search: ['body'] },
  create: { groups: [{ label: 'Note', fields: ['machine', 'body'] }] },
  roles: { admin: { list: '/notes', can: ['list', 'create', 'edit', 'delete'] } },
});

const committed: string[] = [];
const hooks = {
  machines: defineHooks(machines, {
    after: {
      async transition(context) {
        const { id, action, records: api, account } = context;
        await api.create('notes', { machine: id, body: `${action} by ${account.role}` });
        expect(await records(systemContext(context)).count('notes', { where: { machine: id } })).toBeGreaterThan(0);
        if (action === 'scrap') throw new HttpError(409, 'server.stale');
      },
    },
    committed: { create: ({ values }) => void committed.push(String(values.serial)) },
  }),
};
const visit = defineEndpoint({
  call: call({
    method: 'POST',
    path: '/machines/visits',
    roles: ['worker'],
    summary: 'Creates a machine with a note, and takes it.',
    body: z.object({ serial: z.string(), names: z.array(z.string()) }),
    data: z.object({ id: z.string() }),
    failure: failureTexts('errors.load'),
  }),
  activity: { operation: 'create', resource: 'visits' },
  handle: async ({ body, ...input }, services) =>
    transaction({ ...input, services }, async (tx) => {
      const api = records(trustedContext(tx));
      const values = { title: 'Visited', serial: body.serial, keeper: tx.account.id };
      const { id } = await api.create('machines', values).catch((cause: unknown) => {
        throw cause instanceof HttpError ? HttpError.forField('names', cause.status, 'server.stale') : cause;
      });
      await api.transitionMany('machines', [id], 'take');
      const nested = body.names.map((recordId) => ({ operation: 'create', resource: 'notes', recordId }) as const);
      await tx.note(tx.db, { recordId: id, ...(nested.length > 0 && { nested }) });
      return { data: { id } };
    }),
});
const endpoints = {
  visit,
  twins: defineEndpoint({
    call: call({
      method: 'POST',
      path: '/machines/twins',
      roles: ['admin', 'worker'],
      summary: 'Creates two machines.',
      body: z.object({ serials: z.array(z.string()) }),
      data: z.object({ ids: z.array(z.string()) }),
      failure: failureTexts('errors.load'),
    }),
    async handle({ body, ...input }, services) {
      const values = body.serials.map((serial) => ({ title: `Twin ${serial}`, serial }));
      const made = await records({ ...input, services }).createMany('machines', values);
      return { data: { ids: made.map(({ id }) => id) } };
    },
  }),
};

const server = serverForAll({}, { resources: [machines, notes], hooks, endpoints });
const admin = clientOf(server, 'admin', 'machines');
const asSystem = (actor?: string) => records(systemContext(server.services, actor));
const asPerson = async (person: 'admin' | 'worker') =>
  records(await accountContext(server.services, server.ids[person]));
const post = async (person: 'admin' | 'worker', path: string, payload: object) => {
  const reply = await server.inject({
    method: 'POST',
    url: `/api/v1/machines/${path}`,
    headers: { authorization: `Bearer ${await server.tokenOf(person)}` },
    payload,
  });
  return { http: reply.statusCode, body: reply.json() };
};
const twins = (person: 'admin' | 'worker', serials: string[]) => post(person, 'twins', { serials });
const read = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(server.services.db)).rows;
const auditOf = (id: string) =>
  read(sql<{ account: string | null; deed: string; details: string }>`select account_id as account, deed, details
    from audit where record_id = ${id} and deed <> 'read' order by id`);
const eventsOf = (id: string) =>
  read(sql<{ deed: string }>`select deed from events where record_id = ${id} order by id`);
const refusal = (status: number, errors?: object) =>
  expect.objectContaining({ status, ...(errors && { details: expect.objectContaining({ errors }) }) });
let count = 0;
const newSerial = () => `S-${++count}`;
const newMachine = (values: object = {}) =>
  asSystem().create('machines', { title: 'Saw', serial: newSerial(), ...values });

test('gives a system write history, search, audit entry and live event', async () => {
  const { id } = await asSystem('nightly').create('machines', { title: 'Érable', serial: newSerial(), keeper: 'x' });
  expect((await admin.list({ filter: { q: 'erable' } })).body).toMatchObject([{ id, state: 'Free', keeper: 'x' }]);
  await asSystem('nightly').update('machines', id, { price: 12.5 });
  const versions = (await admin.send('GET', `/${id}/history`)).body;
  expect(versions).toMatchObject([
    { action: 'change', by: null, changes: [{ field: 'price', before: null, after: 12.5 }] },
    { action: 'create' },
  ]);
  const entries = (await auditOf(id)).map((one) => ({ ...one, details: JSON.parse(one.details) }));
  expect(entries).toEqual([
    { account: null, deed: 'create', details: { actor: 'nightly', fields: ['title', 'serial', 'keeper'] } },
    { account: null, deed: 'change', details: { actor: 'nightly', fields: ['price'] } },
  ]);
  expect(await eventsOf(id)).toEqual([{ deed: 'create' }, { deed: 'change' }]);
  expect(committed).toContain('S-1');
});

test('finds, counts and aggregates only records that the caller sees', async () => {
  const keeper = server.ids.worker;
  for (const [title, hours] of [
    ['A', 1],
    ['B', 2],
    ['C', 4],
  ] as const)
    await newMachine({ title, hours, keeper, price: 10 });
  const worker = await asPerson('worker');
  const page = await worker.find('machines', { where: { hours: { gte: 2 } }, perPage: 1, page: 2, fields: ['title'] });
  expect(page).toEqual({ records: [{ id: expect.any(String), title: 'C' }], total: 2, totalPages: 2 });
  expect(await worker.count('machines')).toBe(3);
  expect(await asSystem().count('machines')).toBeGreaterThan(3);
  const first = await worker.findOne('machines', { where: { title: 'B' } });
  expect(first).toMatchObject({ title: 'B', hours: 2 });
  expect(first).not.toHaveProperty('price');
  const sums = await worker.aggregate('machines', { measures: [{ sum: 'hours' }, 'count'], groupBy: 'state' });
  expect(sums.total).toEqual({ sum_hours: 7, count: 3 });
  expect(sums.groups[0]).toMatchObject({ value: 'Free', values: { sum_hours: 7 } });
});

test('refuses pages that cannot exist or are too large', async () => {
  const wrong = [{ perPage: 10_001 }, { perPage: 0 }, { perPage: 1.5 }, { page: 0 }, { page: Number.NaN }];
  for (const options of wrong)
    await expect(asSystem().find('machines', options)).rejects.toEqual(
      refusal(400, { [Object.keys(options)[0] ?? '']: expect.anything() }),
    );
  expect((await asSystem().find('machines', { perPage: 10_000, fields: ['version'] })).records[0]).toEqual({
    id: expect.any(String),
    version: 1,
  });
});

test('refuses reads and writes beyond the role’s rights, as over HTTP', async () => {
  const { id } = await newMachine();
  const worker = await asPerson('worker');
  await expect(worker.create('machines', { title: 'X', serial: newSerial() })).rejects.toEqual(refusal(403));
  await expect(worker.delete('machines', id)).rejects.toEqual(refusal(403));
  await expect(worker.transition('machines', id, 'bring')).rejects.toEqual(refusal(403));
  await expect(worker.transition('machines', id, 'take')).rejects.toEqual(refusal(404));
  await expect(worker.findOne('machines', id)).rejects.toEqual(refusal(404));
  await expect(worker.find('notes')).rejects.toEqual(refusal(403));
  await expect(worker.find('machines', { where: { price: 1 } })).rejects.toEqual(refusal(400));
  await expect(worker.find('machines', { fields: ['price'] })).rejects.toEqual(refusal(400));
  await expect(worker.find('machines', { sort: { field: 'price', order: 'ASC' } })).rejects.toEqual(refusal(400));
  await expect(worker.aggregate('machines', { measures: [{ sum: 'price' }] })).rejects.toEqual(refusal(403));
  await expect(records({ services: server.services, account: null }).count('machines')).rejects.toEqual(refusal(401));
  expect(await twins('worker', ['T-0'])).toMatchObject({ http: 403 });
});

test('names the fields of invalid and duplicate values', async () => {
  const { id, serial } = await newMachine();
  const error = { message: expect.any(String) };
  await expect(asSystem().create('machines', { serial: newSerial() })).rejects.toEqual(
    refusal(400, { title: expect.anything() }),
  );
  await expect(asSystem().create('machines', { title: 'X', serial })).rejects.toEqual(
    refusal(409, { serial: 'server.valueTaken' }),
  );
  await expect(asSystem().update('machines', id, { stat: 'Out' })).rejects.toEqual(expect.objectContaining(error));
  await expect((await asPerson('admin')).update('machines', id, { keeper: 'me' })).rejects.toEqual(
    refusal(400, { keeper: 'server.notWritable' }),
  );
  await expect(asSystem().update('machines', id, { version: 7, hours: 1 })).rejects.toEqual(refusal(409));
});

test('runs transitions with their inputs, and the hooks in the same transaction', async () => {
  const { id } = await newMachine();
  expect(await (await asPerson('admin')).transition('machines', id, 'take', { hours: 3 })).toMatchObject({
    state: 'Out',
    hours: 3,
  });
  const [note] = (await asSystem().find('notes', { where: { machine: id } })).records;
  expect(note).toMatchObject({ body: 'take by admin' });
  expect((await auditOf(String(note?.id)))[0]).toMatchObject({ account: server.ids.admin, deed: 'create' });
  await expect(asSystem().transition('machines', id, 'take')).rejects.toEqual(refusal(409));
  await expect(asSystem().transition('machines', id, 'scrap')).rejects.toEqual(refusal(409));
  expect(await asSystem().findOne('machines', id)).toMatchObject({ state: 'Out' });
  expect(await asSystem().count('notes', { where: { machine: id } })).toBe(1);
});

describe('transaction', () => {
  test('writes all or nothing, also if the caller catches the error', async () => {
    const [one, other] = [newSerial(), newSerial()];
    const before = committed.length;
    const work = transaction(systemContext(server.services, 'move'), async (tx) => {
      const { id } = await records(tx).create('machines', { title: 'One', serial: one });
      expect(await records(tx).findOne('machines', id)).toMatchObject({ title: 'One' });
      expect(await records(tx).count('machines', { where: { serial: one } })).toBe(1);
      expect((await records(tx).aggregate('machines', { where: { serial: one } })).total).toEqual({ count: 1 });
      await records(tx).create('machines', { title: 'Other', serial: other });
      await records(tx)
        .create('machines', { title: 'Again', serial: one })
        .catch(() => {});
    });
    await expect(work).rejects.toEqual(refusal(409, { serial: 'server.valueTaken' }));
    expect(await asSystem().count('machines', { where: { serial: [one, other] } })).toBe(0);
    expect(await admin.list({ filter: { q: 'Other' } })).toMatchObject({ body: [] });
    expect(committed).toHaveLength(before);
  });

  test('is joined by nested calls; committed hooks run once, after the commit', async () => {
    const serial = newSerial();
    const id = await transaction(systemContext(server.services, 'job'), (tx) =>
      transaction(tx, async (inner) => {
        const made = await records(inner).create('machines', { title: 'Inner', serial });
        await records(inner).update('machines', made.id, { hours: 9 });
        expect(committed).not.toContain(serial);
        return made.id;
      }),
    );
    expect(committed.filter((one) => one === serial)).toHaveLength(1);
    expect((await auditOf(id)).map(({ deed, details }) => [deed, JSON.parse(details).actor])).toEqual([
      ['create', 'job'],
      ['change', 'job'],
    ]);
  });

  test('sends notifications and mails only on commit', async () => {
    const { services, ids } = server;
    const title = 'Machine is late';
    const send = (fail: boolean) =>
      transaction(systemContext(services), async (tx) => {
        await notify(tx, [ids.worker, ids.worker], { title, body: 'Bring it back.', push: 'A machine is late.' });
        await sendMail(tx, { to: 'ada@shop.test', subject: title, text: 'Bring it back.' });
        if (fail) throw new Error('stopped');
      });
    const written = () =>
      read(sql<{ account_id: string }>`select account_id from notifications where title = ${title}`);
    const queued = () => read(sql<{ payload: string }>`select payload from outbox where kind = 'mail'`);
    await expect(send(true)).rejects.toThrow('stopped');
    expect([await written(), await queued()]).toEqual([[], []]);
    await send(false);
    expect(await written()).toEqual([{ account_id: ids.worker }]);
  });
});

test('updates and deletes all records of a condition, or none', async () => {
  const made = await asSystem().createMany(
    'machines',
    [1, 2, 3].map(() => ({ title: 'Batch', serial: newSerial() })),
  );
  const where = { title: 'Batch' };
  expect(await asSystem().updateMany('machines', { where }, { hours: 5 })).toMatchObject(
    made.map(() => ({ hours: 5 })),
  );
  await expect(asSystem().updateMany('machines', { where }, { serial: newSerial() })).rejects.toEqual(
    refusal(409, { serial: 'server.valueTaken' }),
  );
  expect(await asSystem().count('machines', { where: { ...where, hours: 5 } })).toBe(3);
  const ids = made.map(({ id }) => id);
  expect(await asSystem().deleteMany('machines', ids.slice(0, 2))).toHaveLength(2);
  expect(await asSystem().count('machines', { where })).toBe(1);
  await expect(asSystem().deleteMany('machines', ids)).rejects.toEqual(refusal(404));
  expect(await asSystem().count('machines', { where })).toBe(1);
});

test('lets an endpoint write with the rights and the name of its caller', async () => {
  const { http, body } = await twins('admin', ['T-1', 'T-2']);
  expect(http).toBe(200);
  for (const id of body.data.ids) {
    expect(await auditOf(id)).toMatchObject([{ account: server.ids.admin, deed: 'create' }]);
    expect(await asSystem().findOne('machines', id)).toMatchObject({ createdBy: 'Ada Admin' });
  }
  expect(await twins('admin', ['T-3', 'T-2'])).toMatchObject({
    http: 409,
    body: { data: { errors: { serial: expect.any(String) } } },
  });
  expect(await asSystem().count('machines', { where: { serial: 'T-3' } })).toBe(0);
});

describe('call that writes for an account', () => {
  const visitWith = (serial: string, names: string[] = []) => post('worker', 'visits', { serial, names });

  test('writes fields and transitions beyond the role’s rights, and its own audit entry first', async () => {
    const { http, body } = await visitWith('V-1');
    expect(http).toBe(200);
    const { id } = body.data;
    expect(await (await asPerson('worker')).findOne('machines', id)).toMatchObject({
      ...{ state: 'Out', keeper: server.ids.worker, createdBy: expect.stringContaining('Zoë') },
    });
    const [note] = (await asSystem().find('notes', { where: { machine: id } })).records;
    expect(note).toMatchObject({ body: 'take by worker' });
    expect((await auditOf(id)).map(({ account, deed, details }) => [account, deed, JSON.parse(details)])).toEqual([
      [server.ids.worker, 'create', { fields: ['serial', 'names'] }],
      [server.ids.worker, 'create', { fields: ['title', 'serial', 'keeper'] }],
      [server.ids.worker, 'change', { action: 'take', fields: ['state'] }],
    ]);
    expect(await auditOf(String(note?.id))).toHaveLength(1);
  });

  test('can name other records in the audit trail', async () => {
    const { id } = (await visitWith('V-2', ['note-1'])).body.data;
    expect(await auditOf(id)).toMatchObject([{ deed: 'create' }]);
    expect(await auditOf('note-1')).toMatchObject([{ account: server.ids.worker, deed: 'create', details: '{}' }]);
  });

  test('receives the refusal of a duplicate value, and may replace it', async () => {
    await visitWith('V-3');
    expect(await visitWith('V-3')).toMatchObject({
      http: 409,
      body: { data: { errors: { names: expect.any(String) } } },
    });
  });
});

test('names an update in the history and the audit trail', async () => {
  const { id } = await newMachine();
  await asSystem().update('machines', id, { hours: 2 }, { action: 'serviced' });
  expect((await admin.send('GET', `/${id}/history`)).body[0]).toMatchObject({ action: 'serviced' });
  expect(JSON.parse((await auditOf(id)).at(-1)?.details ?? '')).toMatchObject({
    action: 'serviced',
    fields: ['hours'],
  });
});

test('runs a transition on many records, or on none', async () => {
  const made = await asSystem().createMany('machines', [
    { title: 'First', serial: newSerial() },
    { title: 'Second', serial: newSerial() },
  ]);
  const ids = made.map(({ id }) => id);
  expect(made).toMatchObject([{ title: 'First' }, { title: 'Second' }]);
  expect(ids).toEqual(ids.toSorted());
  expect(await asSystem().transitionMany('machines', ids, 'take')).toMatchObject([{ state: 'Out' }, { state: 'Out' }]);
  await asSystem().transition('machines', String(ids[1]), 'bring');
  await expect(asSystem().transitionMany('machines', ids, 'bring')).rejects.toEqual(
    refusal(409, { [String(ids[1])]: expect.anything() }),
  );
});

test('refuses to update or delete more than 10,000 records at once', async () => {
  const { db, collections } = server.services;
  const collection = collections.find(({ resource }) => resource.name === 'notes') as Collection;
  const stamps = { version: 1, created_at: 1, created_by: 'x', changed_at: 1, changed_by: 'x' };
  const columns = toRowColumns(collection, { body: 'Many' }, 'UTC');
  const rows = Array.from({ length: 10_001 }, (_, at) => ({ id: `many-${at}`, ...stamps, ...columns }));
  await bulkInsert(db, collection.table, rows);
  const where = { body: 'Many' };
  const refused = { status: 400, message: 'server.tooManyRecords' };
  await expect(asSystem().updateMany('notes', { where }, { body: 'Changed' })).rejects.toMatchObject(refused);
  await expect(asSystem().deleteMany('notes', { where })).rejects.toMatchObject(refused);
  expect(await asSystem().count('notes', { where })).toBe(10_001);
  await bulkDelete(
    db,
    collection.table,
    'id',
    rows.map(({ id }) => id),
  );
});
