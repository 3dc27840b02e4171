import { API_ROOT } from 'portal-frame/wire';
import { describe, expect, test, vi } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { hasPlugin, type Person, serverForAll } from './harness.ts';
import { createApiKey } from './keys.ts';
import { pdf, VISIT } from './samples.ts';
import { trailOf } from './trail.ts';

const server = serverForAll({}, { resources: [supplies] as never });

let count = 0;
const newKey = () => `test-${count++}`;
const create = async (key: string | undefined, payload: object, person: Person = 'admin') =>
  server.inject({
    method: 'POST',
    url: `${API_ROOT}/collections/supplies`,
    headers: {
      authorization: `Bearer ${await server.tokenOf(person)}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload,
  });
const countSupplies = async () =>
  Number(
    (
      await server.inject({
        url: `${API_ROOT}/collections/supplies?range=[0,0]`,
        headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
      })
    ).headers['content-range']
      ?.toString()
      .split('/')[1],
  );

describe('idempotency key', () => {
  test('returns the first reply for the same body, and creates nothing', async () => {
    const key = newKey();
    const first = await create(key, { item: 'Gauze' });
    const before = await countSupplies();
    const again = await create(key, { item: 'Gauze' });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await countSupplies()).toBe(before);
  });

  test('is refused with another body or address', async () => {
    const key = newKey();
    await create(key, { item: 'Tape' });
    expect((await create(key, { item: 'Other tape' })).statusCode).toBe(422);
    const other = await server.inject({
      method: 'DELETE',
      url: `${API_ROOT}/collections/supplies/${'f'.repeat(24)}`,
      headers: { authorization: `Bearer ${await server.tokenOf('admin')}`, 'idempotency-key': key },
    });
    expect(other.statusCode).toBe(422);
  });

  test('runs one of many concurrent requests', async () => {
    const key = newKey();
    const before = await countSupplies();
    const replies = await Promise.all(Array.from({ length: 12 }, () => create(key, { item: 'Swab' })));
    expect([201, 409]).toEqual(expect.arrayContaining(replies.map(({ statusCode }) => statusCode)));
    expect(await countSupplies()).toBe(before + 1);
    expect((await create(key, { item: 'Swab' })).statusCode).toBe(201);
  });

  test('does not match the same key of another account', async () => {
    const key = newKey();
    const body = { ...VISIT, fees: '1' };
    const made = async (person: Person) =>
      (await server.as(person, 'laboratoryCreateAppointment', { body, files: {}, headers: { 'idempotency-key': key } }))
        .data._id;
    const [one, other, again] = [await made('laboratory'), await made('laboratory2'), await made('laboratory')];
    expect(other).not.toBe(one);
    expect(again).toBe(one);
  });

  test.runIf(hasPlugin('apiKeys'))('does not match the same key of an API key with a narrower scope', async () => {
    const key = newKey();
    const wide = await createApiKey(server, 'admin');
    const narrow = await createApiKey(server, 'admin', { resources: ['supplies'] });
    const send = (token: string) =>
      server.inject({
        ...{ method: 'POST', url: `${API_ROOT}/collections/supplies`, payload: { item: 'Lancet' } },
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      });
    expect((await send(wide.token)).statusCode).toBe(201);
    expect((await send(narrow.token)).statusCode).toBe(422);
    expect((await send(wide.token)).headers['idempotent-replayed']).toBe('true');
  });

  test('may be used for a corrected request after a refusal', async () => {
    const key = newKey();
    expect((await create(key, { item: '' })).statusCode).toBe(400);
    expect((await create(key, { item: 'Corrected' })).statusCode).toBe(201);
  });

  test('is forgotten after a day', async () => {
    const key = newKey();
    await create(key, { item: 'Bandage' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 + 1000 });
    const token = await server.signIn('admin');
    const payload = { item: 'Bandage 2' };
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const reply = await server.inject({ method: 'POST', url: `${API_ROOT}/collections/supplies`, headers, payload });
    vi.useRealTimers();
    expect([reply.statusCode, reply.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });
});

test('compares uploads by their content', async () => {
  const key = newKey();
  const make = (text: string) =>
    server.as('laboratory', 'laboratoryCreateAppointment', {
      body: { ...VISIT, fees: '1' },
      files: { documents: [pdf(text, 'order.pdf')] },
      headers: { 'idempotency-key': key },
    });
  const first = await make('one');
  expect([(await make('one')).data._id, (await make('two')).http]).toEqual([first.data._id, 422]);
});

test('repeats nothing after a lost reply: the client learns the record', async () => {
  const key = newKey();
  const { id } = (await create(key, { item: 'Lost' })).json();
  // As kill -9 leaves it between the commit and the reply.
  const row = server.services.db.updateTable('idempotency_keys').where('key', '=', key);
  await row.set({ status: null, reply: '', locked_until: 0 }).execute();
  const again = await create(key, { item: 'Lost' });
  expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining(id)]);
});

test('commits nothing from an attempt that was taken over', async () => {
  const key = newKey();
  const account_id = server.ids.admin;
  const before = await countSupplies();
  // The lock of a slow attempt ran out, and a second attempt took its key.
  const { commitIdempotencyKey, claimIdempotencyKey } = await import('portal-frame/internal/server');
  const slow = await claimIdempotencyKey(server.services.db, { account_id, key, request_hash: 'x' });
  await server.services.db.updateTable('idempotency_keys').set({ locked_until: 0 }).where('key', '=', key).execute();
  expect((await create(key, { item: 'Taken over' })).statusCode).toBe(201);
  if (!('claim' in slow)) throw new Error('not claimed');
  expect(await commitIdempotencyKey(server.services.db, slow.claim, null)).toBe(false);
  expect(await countSupplies()).toBe(before + 1);
});

test('records a repeated reply as a read', async () => {
  const key = newKey();
  const { id } = (await create(key, { item: 'Seen again' })).json();
  const trail = await trailOf(server, () => create(key, { item: 'Seen again' }));
  expect(trail).toMatchObject([{ deed: 'read', resource: 'supplies', record_id: id }]);
});

test.each(['', 'two words', 'x'.repeat(256)])('refuses the key “%s”', async (key) => {
  expect((await create(key, { item: 'Nothing' })).statusCode).toBe(400);
});

test('ignores the key of reads', async () => {
  const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'idempotency-key': newKey() };
  const find = () =>
    server.inject({
      method: 'POST',
      url: `${API_ROOT}/collections/supplies/find`,
      headers,
      payload: { range: '[0,0]' },
    });
  await find();
  expect((await find()).headers['idempotent-replayed']).toBeUndefined();
});
