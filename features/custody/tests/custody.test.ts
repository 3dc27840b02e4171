import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { serverForTest, type TestServer } from '../../../tests/api/harness.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { setRows } from '../../../tests/api/tables.ts';
import type { CustodyEvent } from '../wire/custodyApi.ts';
import { phone, sealed } from './custodyPhone.ts';
import { type Employee, type Laboratory, type Phone, startShop } from './custodyShop.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
let server: TestServer;
beforeAll(async () => {
  shop = await startShop();
  server = shop.server;
});
afterAll(() => server.close());

const close = (id: string, labels: string[], person: Laboratory = 'laboratory') =>
  server.as(person, 'closeHandOver', { params: { id }, body: { labels } });

describe('findings on custody events', () => {
  const findingsOn = async ({ device }: Phone) => (await shop.verify()).findings.filter((one) => one.device === device);
  /** Sends what a phone recorded after something was done to it; what is found of that phone. */
  async function found(tamper: (events: CustodyEvent[], other: string) => CustodyEvent[]) {
    const [id, other] = [await shop.visit(), await shop.visit('employee2')];
    const on = phone();
    const labels = await shop.draw(4, id, 'employee', on);
    await shop.send('employee', tamper([...on.events], other));
    for (const label of labels) await shop.bind('employee', id, label);
    const seen = await shop.codes(labels[2] as string);
    const open = await shop.codes(labels[2] as string, 'employee');
    const findings = (await findingsOn(on)).map(
      ({ seq, label, finding }) => `${seq} ${labels.indexOf(label) + 1} ${finding}`,
    );
    return { findings, seen, open, next: await shop.codes(labels[3] as string) };
  }

  test('reports an event forged on the way (spec 17.9)', async () => {
    const { findings, seen, open } = await found((events) =>
      events.map((one) => (one.seq === 3 ? { ...one, madeAt: '2020-01-01T00:00:00.000Z' } : one)),
    );
    expect(findings).toEqual(['3 3 forged']);
    // It counts for nothing: the server saw the tube bound itself.
    expect(seen).toEqual(['S39 forged', 'S39']);
    expect(open).toEqual(['S39']);
  });

  test('reports an event forged with a new hash', async () => {
    const { findings } = await found((events) =>
      events.map((one) => (one.seq === 3 ? sealed({ ...one, madeAt: '2020-01-01T00:00:00.000Z' }) : one)),
    );
    expect(findings).toEqual(['3 3 replaced']);
  });

  test('reports a dropped event', async () => {
    const { findings, seen, next } = await found((events) => events.filter(({ seq }) => seq !== 2));
    expect(findings).toEqual(['2 0 dropped']);
    expect([seen, next]).toEqual([['S39 dropped'], ['S39']]);
  });

  test('reports events in another order than recorded', async () => {
    const { findings } = await found((events) =>
      events.map((one) => ({ ...one, seq: { 2: 3, 3: 2 }[one.seq] ?? one.seq })),
    );
    const swapped = ['2 3 forged', '2 3 reordered', '3 2 forged', '3 2 reordered', '4 4 reordered'];
    expect(findings).toEqual(swapped);
  });

  test('reports two events with the same number', async () => {
    const { findings } = await found((events) => [
      ...events,
      sealed({ ...(events[3] as CustodyEvent), madeAt: '2020-01-01T00:00:00.000Z' }),
    ]);
    expect(findings).toEqual(['4 4 forked']);
  });

  test('reports a hand-over of another employee’s tube', async () => {
    const [label = ''] = await shop.draw(1, await shop.visit());
    const phones = { employee: phone(), employee2: phone() };
    for (const person of ['employee', 'employee2'] as const) {
      phones[person].record({ code: 'S41', label });
      await shop.send(person, phones[person].events);
    }
    expect([await findingsOn(phones.employee), await findingsOn(phones.employee2)]).toEqual([
      [],
      [{ device: phones.employee2.device, seq: 1, label, finding: 'foreign' }],
    ]);
    const params = { id: (await shop.tube(label)).id };
    for (const person of ['employee2', 'laboratory2'] as const)
      expect((await server.as(person, 'tubeCustody', { params })).http).toBe(404);
  });

  test('reports an event of another employee’s visit, and one in the future', async () => {
    const { findings } = await found((events, other) => [
      ...events,
      sealed({ ...(events[3] as CustodyEvent), seq: 5, visit: other, previous: (events[3] as CustodyEvent).hash }),
    ]);
    expect(findings).toEqual(['5 4 foreign']);
    const ahead = phone();
    const id = await shop.visit();
    ahead.record({ code: 'S40', visit: id, madeAt: new Date(Date.now() + 3_600_000).toISOString() });
    await shop.send('employee', ahead.events);
    expect(await findingsOn(ahead)).toMatchObject([{ seq: 1, finding: 'future' }]);
    const abroad = phone();
    abroad.record({ code: 'S40', visit: await shop.visit('employee2') });
    await shop.send('employee', abroad.events);
    expect(await findingsOn(abroad)).toMatchObject([{ seq: 1, finding: 'foreign' }]);
  });

  test('refuses events of a device that belongs to another person', async () => {
    const id = await shop.visit();
    const on = phone();
    await shop.draw(2, id, 'employee', on);
    await shop.send('employee', on.events.slice(0, 1));
    expect((await shop.send('employee2', on.events.slice(1))).http).toBe(409);
    expect((await shop.send('laboratory', on.events)).http).toBe(403);
    expect((await shop.send('employee', on.events)).data.kept).toBe(1);
    const asServer = { ...(on.events[0] as CustodyEvent), device: 'server' };
    expect((await shop.send('employee', [asServer])).http).toBe(400);
  });
});

describe('step sent before its label is bound', () => {
  afterEach(() => vi.useRealTimers());

  test('does not count for another employee’s tube', async () => {
    const [mine, theirs] = [await shop.visit(), await shop.visit('employee2')];
    const on = phone();
    on.record({ code: 'S39', label: 'PRE-0001', visit: mine });
    on.record({ code: 'S41', label: 'PRE-0001', handOver: randomUUID() });
    await shop.send('employee', on.events);
    await shop.bind('employee2', theirs, 'PRE-0001');
    expect(await shop.codes('PRE-0001')).toEqual(['S39 foreign', 'S39', 'S41 foreign']);
    expect(await shop.codes('PRE-0001', 'employee2')).toEqual(['S39']);
    await shop.give('employee2', ['PRE-0001']);
    expect(await shop.codes('PRE-0001')).toEqual(['S39 foreign', 'S39', 'S41 foreign', 'S41']);
    expect(await shop.codes('PRE-0001', 'laboratory')).toEqual(['S39', 'S41']);
    const named = (await shop.verify()).findings.filter(({ device }) => device === on.device);
    expect(named.map(({ seq, finding }) => [seq, finding])).toEqual([
      [1, 'foreign'],
      [2, 'foreign'],
    ]);
  });

  test('does not count for another employee’s tube of the same visit', async () => {
    const id = await shop.visit();
    const on = phone();
    on.record({ code: 'S39', label: 'PRE-0002', visit: id });
    await shop.send('employee', on.events);
    const body = { appointments: [{ _id: id, employeeId: server.ids.employee2 }] };
    expect((await server.as('admin', 'assignMany', { body })).http).toBe(200);
    expect((await shop.bind('employee2', id, 'PRE-0002')).http).toBe(200);
    expect(await shop.codes('PRE-0002', 'employee2')).toEqual(['S39']);
  });

  test('for another visit of the same person replaces no step of the server', async () => {
    const [before, now] = [await shop.visit(), await shop.visit()];
    const on = phone();
    on.record({ code: 'S39', label: 'PRE-0003', visit: before });
    await shop.send('employee', on.events);
    await shop.bind('employee', now, 'PRE-0003');
    expect(await shop.codes('PRE-0003')).toEqual(['S39 foreign', 'S39']);
  });

  test('replaces no step of the server if its time contradicts the draw', async () => {
    const id = await shop.visit();
    const [on, label] = [phone(), 'TB-OLD'];
    on.record({ code: 'S39', label, visit: id, madeAt: new Date(Date.now() - 5 * 86_400_000).toISOString() });
    await shop.send('employee', on.events);
    expect((await shop.bind('employee', id, label)).http).toBe(200);
    expect(await shop.codes(label, 'laboratory')).toEqual(['S39', 'S39']);
  });

  test('replaces no hand-over of the server if its time contradicts the record', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const [id, label, key] = [await shop.visit(), 'TB-GIVEN', randomUUID()];
    await setRows(server, 'appointments', { created_at: Date.now() - 86_400_000 }, { id });
    expect((await shop.bind('employee', id, label, { madeAt: hoursAgo(5) })).http).toBe(200);
    expect((await shop.give('employee', [label], { key })).http).toBe(200);
    const backdated = phone();
    backdated.record({ code: 'S41', label, handOver: key, madeAt: hoursAgo(4) });
    await shop.send('employee', backdated.events);
    expect(await shop.codes(label)).toEqual(['S39', 'S41', 'S41']);
    const right = phone();
    right.record({ code: 'S41', label, handOver: key });
    await shop.send('employee', right.events);
    expect(await shop.codes(label)).toEqual(['S39', 'S41', 'S41']);
  });

  test('does not replace the server’s own step', async () => {
    const id = await shop.visit();
    const [label = ''] = await shop.draw(1, id);
    const on = phone();
    on.record({ code: 'S41', label, handOver: randomUUID() });
    await shop.send('employee', on.events);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    await shop.give('employee', [label]);
    vi.useRealTimers();
    const steps = (await server.as('admin', 'tubeCustody', { params: { id: (await shop.tube(label)).id } })).data;
    expect(steps.map(({ code, device }: { code: string; device: string }) => [code, device])).toEqual([
      ['S39', 'server'],
      ['S41', on.device],
      ['S41', 'server'],
    ]);
  });
});

describe('hand-over', () => {
  test('is stored once, even if it is sent several times', async () => {
    const labels = await shop.draw(2, await shop.visit());
    const key = randomUUID();
    const both = await Promise.all([0, 1].map(() => shop.give('employee', labels, { key })));
    const again = await shop.give('employee', labels, { key });
    const ids = [...both, again].filter(({ http }) => http === 200).map(({ data }) => data._id);
    expect(new Set(ids).size).toBe(1);
    expect(again.data.taken).toEqual(labels);
    expect(await shop.codes(labels[0] as string)).toEqual(['S39', 'S41']);
    expect((await shop.give('employee2', labels, { key })).http).toBe(409);
    // Under another key they are no longer in these hands.
    expect((await shop.give('employee', labels)).http).toBe(409);
  });

  test('is dated after its tubes were drawn, even with a wrong phone clock', async () => {
    const [label = ''] = await shop.draw(1, await shop.visit());
    const { data } = await shop.give('employee', [label], { madeAt: '2020-01-01T00:00:00.000Z' });
    const { body: tube } = await clientOf(server, 'admin', 'drawnTubes').one((await shop.tube(label)).id);
    const { body } = await clientOf(server, 'laboratory', 'handOvers').one(data._id);
    expect(body.givenAt).toBe(tube.drawnAt);
  });

  test('is still possible on a later day, and its tubes stay listed', async () => {
    const [old, elsewhere] = [await shop.visit(), await shop.visit('employee', 'laboratory2')];
    const [labels, others] = [await shop.draw(2, old), await shop.draw(1, elsewhere)];
    await shop.draw(1, await shop.visit('employee2'), 'employee2');
    const body = { appointmentDateTime: '2020-01-02T09:30' };
    await server.as('admin', 'changeAppointment', { params: { id: old }, body: body as never });
    await server.as('admin', 'updateAppointment', { params: { id: old }, body: { status: 'Completed' } });
    const inHand = async () => {
      const { data } = await server.as('employee', 'tubesInHand');
      const at = (laboratory: Laboratory): string[] =>
        data.find((one: { laboratory: string }) => one.laboratory === server.ids[laboratory])?.labels ?? [];
      return { here: at('laboratory'), there: at('laboratory2') };
    };
    const before = await inHand();
    expect(before).toEqual({ here: expect.arrayContaining(labels), there: expect.arrayContaining(others) });
    expect((await server.as('employee2', 'tubesInHand')).data[0].labels).not.toContain(labels[0]);
    expect((await shop.give('employee', labels)).data).toMatchObject({ taken: labels, left: [] });
    const left = before.here.filter((label) => !labels.includes(label));
    expect(await inHand()).toEqual({ here: left, there: before.there });
  });

  test('belongs to the employee who drew, even after a reassignment', async () => {
    const id = await shop.visit();
    const labels = await shop.draw(2, id);
    const body = { employeeId: server.ids.employee2, confirmed: true };
    expect((await server.as('admin', 'changeAppointment', { params: { id }, body })).http).toBe(200);
    const inHand = async (person: Employee) =>
      (await server.as(person, 'tubesInHand')).data.flatMap((one: { labels: string[] }) => one.labels);
    expect(await inHand('employee')).toEqual(expect.arrayContaining(labels));
    expect(await inHand('employee2')).not.toEqual(expect.arrayContaining(labels));
    expect((await shop.give('employee2', labels)).http).toBe(409);
    expect((await shop.give('employee', labels)).data).toMatchObject({ taken: labels, left: [] });
  });

  test('contains no tube of another employee or laboratory, and no unbound one', async () => {
    const [mine] = await shop.draw(1, await shop.visit());
    const [theirs] = await shop.draw(1, await shop.visit('employee2'), 'employee2');
    const [elsewhere] = await shop.draw(1, await shop.visit('employee', 'laboratory2'));
    const { data } = await shop.give('employee', [mine, theirs, elsewhere, 'NO-0001'] as string[]);
    expect(data).toMatchObject({ taken: [mine], left: [theirs, elsewhere, 'NO-0001'] });
    for (const label of [theirs, elsewhere]) expect((await shop.tube(label as string)).state).toBe('drawn');
    expect((await shop.give('employee', [theirs as string])).message).toContain(theirs);
    expect((await shop.give('employee', [mine as string], { laboratory: server.ids.employee })).http).toBe(400);
    expect((await shop.give('laboratory', [mine as string])).http).toBe(403);
    // The other laboratory neither sees nor closes it.
    expect((await close(data._id, [mine as string], 'laboratory2')).http).toBe(404);
    expect((await clientOf(server, 'laboratory2', 'handOvers').one(data._id)).http).toBe(404);
    expect((await clientOf(server, 'employee2', 'handOvers').one(data._id)).http).toBe(404);
  });

  test('omits a tube that a concurrent hand-over takes', async () => {
    const id = await shop.visit();
    for (let round = 0; round < 5; round++) {
      const [first = '', shared = '', last = ''] = await shop.draw(3, id);
      const both = await Promise.all([shop.give('employee', [first, shared]), shop.give('employee', [shared, last])]);
      expect(both.map(({ http }) => http)).toEqual([200, 200]);
      expect(both.flatMap(({ data }) => data.taken).toSorted()).toEqual([first, shared, last].toSorted());
      expect(both.flatMap(({ data }) => data.left)).toEqual([shared]);
    }
  });

  test('is closed by one of two windows, and never again', async () => {
    const labels = await shop.draw(3, await shop.visit());
    const { data } = await shop.give('employee', labels);
    const both = await Promise.all([close(data._id, labels), close(data._id, [])]);
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect((await close(data._id, labels)).http).toBe(409);
    const states = await Promise.all(labels.map(async (label) => (await shop.tube(label)).state));
    expect(new Set(states).size).toBe(1);
  });

  test('cannot be written by any form or other call', async () => {
    const labels = await shop.draw(1, await shop.visit());
    const { data } = await shop.give('employee', labels);
    for (const person of ['admin', 'laboratory', 'employee'] as const) {
      const client = clientOf(server, person, 'handOvers');
      const tried = [
        await client.update(data._id, { missing: 7 }),
        await client.create({}),
        await client.send('POST', `/${data._id}/close`, {}),
        await client.remove(data._id),
      ];
      expect(tried.map(({ http }) => http)).not.toContain(200);
      expect(tried.map(({ http }) => http)).not.toContain(201);
    }
    expect((await clientOf(server, 'admin', 'handOvers').one(data._id)).body).toMatchObject({
      state: 'given',
      missing: 0,
    });
  });
});

test('has no calls without the collections of orders', async () => {
  const bare = await serverForTest();
  const params = { id: 'a'.repeat(24) };
  expect((await bare.as('laboratory', 'closeHandOver', { params, body: { labels: [] } })).http).toBe(404);
  const on = phone();
  on.record({ code: 'S40', visit: 'x' });
  expect((await bare.as('employee', 'addCustodyEvents', { body: { events: on.events } })).http).toBe(404);
});
