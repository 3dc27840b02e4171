import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { everyStatement } from 'portal-frame/testing/helpers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { appendCustodyEvents } from '../../server/custody/appendCustody.ts';
import { verifyCustody } from '../../server/custody/verifyCustody.ts';
import drawnTubeHooks from '../../server/resources/drawnTubes.ts';
import { custodySteps } from '../../server/store/custodySchema.ts';
import drawnTubes from '../../src/resources/drawnTubes.ts';
import handOvers from '../../src/resources/handOvers.ts';
import handOverTubes from '../../src/resources/handOverTubes.ts';
import stabilities from '../../src/resources/stabilities.ts';
import testOrders from '../../src/resources/testOrders.ts';
import tests from '../../src/resources/tests.ts';
import tubeKinds from '../../src/resources/tubeKinds.ts';
import type { CustodyEvent } from '../../src/wire/custodyApi.ts';
import { phone, sealed } from './custodyPhone.ts';
import { type Person, startServer, type TestServer } from './harness.ts';
import { VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { setRows } from './tables.ts';

const ALL = [tubeKinds, tests, stabilities, testOrders, drawnTubes, handOvers, handOverTubes];

type Phone = ReturnType<typeof phone>;
type Employee = 'employee' | 'employee2';
type Laboratory = 'laboratory' | 'laboratory2';

/** A server with orders, and what tests of custody do with it. */
async function start() {
  const server = await startServer({}, { resources: ALL as never, hooks: { drawnTubes: drawnTubeHooks } });
  const add = async (name: string, values: object) => (await clientOf(server, 'admin', name).create(values)).body.id;
  const kind = { name: 'Serum', cap: 'gold', additive: 'Gel', drawOrder: 3, volume: 5, minimum: 2 };
  const serum = await add('tubeKinds', kind);
  const iron = await add('tests', { name: 'Iron', tubeKind: serum, volume: 1 });
  let labels = 0;

  async function visit(employee: Employee = 'employee', laboratory: Laboratory = 'laboratory'): Promise<string> {
    const { data } = await server.as(laboratory, 'laboratoryCreateAppointment', { body: VISIT });
    const body = { employeeId: server.ids[employee] };
    await server.as('admin', 'assignAppointment', { params: { id: data._id }, body });
    await add('testOrders', { appointment: data._id, orderedBy: 'Dr. Osei', tests: [iron] });
    return data._id;
  }
  const send = (person: Person, events: readonly CustodyEvent[]) =>
    server.as(person, 'addCustodyEvents', { body: { events } });
  const bind = (person: Person, id: string, label: string, more: object = {}) =>
    server.as(person, 'reportVisit', {
      params: { id },
      body: { key: randomUUID(), kind: 'tube', label, tube: serum, ...more },
    });
  const give = (person: Person, given: string[], more: object = {}) =>
    server.as(person, 'handOverTubes', {
      body: { key: randomUUID(), laboratory: server.ids.laboratory, labels: given, ...more },
    });
  /** So many tubes drawn at a visit, with or without a phone that records it; nothing of it is sent but the labels. */
  async function draw(count: number, id: string, employee: Employee = 'employee', on?: Phone): Promise<string[]> {
    const made = Array.from({ length: count }, () => `TB-${String(++labels).padStart(4, '0')}`);
    for (const label of made) {
      on?.record({ code: 'S39', label, visit: id });
      if (!on) expect((await bind(employee, id, label)).http).toBe(200);
    }
    return made;
  }
  const tube = async (label: string) => {
    const { body } = await clientOf(server, 'admin', 'drawnTubes').list({ filter: { q: label } });
    return body[0] as { id: string; state: string };
  };
  const verify = (anchor?: string) => verifyCustody(server.services.db, server.config, anchor);
  const codes = async (label: string, person: Person = 'admin') => {
    const { data } = await server.as(person, 'tubeCustody', { params: { id: (await tube(label)).id } });
    return data.map(({ code, findings }: { code: string; findings: string[] }) => [code, ...findings].join(' '));
  };
  return { server, visit, send, bind, give, draw, tube, verify, codes };
}

let statements = 0;
everyStatement(() => {
  statements += 1;
});

let shop: Awaited<ReturnType<typeof start>>;
let server: TestServer;
beforeAll(async () => {
  shop = await start();
  server = shop.server;
});
afterAll(() => server.close());

const close = (id: string, labels: string[], person: Laboratory = 'laboratory') =>
  server.as(person, 'closeHandOver', { params: { id }, body: { labels } });

describe('two offline phones', () => {
  /** Returns the events of each device's chain, in the order of the chain. */
  async function chains(of: TestServer, devices: readonly string[]) {
    const rows = await of.services.db.selectFrom('custody_events').selectAll().where('device', 'in', devices).execute();
    return devices.map((device) =>
      rows
        .filter((row) => row.device === device)
        .toSorted((a, b) => Number(a.seq) - Number(b.seq))
        .map(({ seq, code, label, hash, previous, standing }) => [Number(seq), code, label, previous, hash, standing]),
    );
  }

  test('produce the same chains of 40 tubes, whichever synchronises first (spec 17.9)', async () => {
    const shops = [shop, await start()] as const;
    const found: unknown[] = [];
    for (const [index, one] of shops.entries()) {
      const phones = [phone(), phone()];
      const people = ['employee', 'employee2'] as const;
      const queues = [];
      for (const [which, on] of phones.entries()) {
        const employee = people[which] as Employee;
        const id = await one.visit(employee);
        const labels = await one.draw(20, id, employee, on);
        const key = randomUUID();
        for (const label of labels) on.record({ code: 'S41', label, handOver: key });
        queues.push({ employee, id, labels, key, on });
      }
      // The second server hears from the second phone first.
      for (const { employee, id, labels, key, on } of index ? queues.toReversed() : queues) {
        const { data } = await one.send(employee, on.events);
        expect(data.kept).toBe(40);
        // A phone that heard no answer sends all of it again.
        expect((await one.send(employee, on.events)).data.kept).toBe(0);
        for (const label of labels) expect((await one.bind(employee, id, label)).http).toBe(200);
        expect((await one.give(employee, labels, { key })).data.taken).toHaveLength(20);
      }
      const devices = phones.map(({ device }) => device);
      const kept = await chains(one.server, devices);
      expect(kept).toEqual(
        phones.map(({ events }) =>
          events.map(({ seq, code, label, previous, hash }) => [seq, code, label, previous, hash, 'own']),
        ),
      );
      found.push(kept.map((chain) => chain.map(([seq, code]) => [seq, code])));
      expect(await one.verify()).toMatchObject({ findings: [] });
      expect(await one.verify()).not.toHaveProperty('broken');
      // The server keeps a step of its own beside each; both arrived together, and one is shown.
      for (const { labels } of queues) expect(await one.codes(labels[0] as string)).toEqual(['S39', 'S41']);
    }
    expect(found[0]).toEqual(found[1]);
    await shops[1].server.close();
  });

  test('produce the same chains from the same events in either order of arrival (spec 17.9)', async () => {
    const id = await shop.visit();
    const on = phone();
    const labels = await shop.draw(4, id, 'employee', on);
    // Two portions, the later one first: nothing is wrong once all of it is there.
    await shop.send('employee', on.events.slice(2));
    expect((await shop.verify()).findings).toMatchObject([
      { device: on.device, seq: 1, finding: 'dropped' },
      { device: on.device, seq: 2, finding: 'dropped' },
    ]);
    await shop.send('employee', on.events.slice(0, 2));
    expect((await shop.verify()).findings).toEqual([]);
    expect(labels).toHaveLength(4);
  });
});

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

  test('reports a dropped event in a long chain with a wide gap', async () => {
    const id = await shop.visit();
    const on = phone();
    for (let at = 0; at < 6000; at++) on.record({ code: 'S40', visit: id });
    const [label = ''] = await shop.draw(1, id, 'employee', on);
    const rows = on.events.slice(0, 5950).map(({ handOver, madeAt, ...event }) => ({
      ...{ ...event, label_key: '', hand_over: handOver, made_at: madeAt, account_id: server.ids.employee },
      standing: 'own',
    }));
    await server.services.db.transaction().execute((trx) => appendCustodyEvents(trx, server.services, rows));
    await shop.send('employee', on.events.slice(6000));
    await shop.bind('employee', id, label);
    expect(await shop.codes(label)).toEqual(['S39 dropped']);
    expect((await findingsOn(on)).at(-1)).toMatchObject({ seq: 6000, finding: 'dropped' });
    await shop.send('employee', on.events.slice(5950, 6000));
    expect(await shop.codes(label)).toEqual(['S39']);
    // The one after it says that another stood in its place.
    on.record({ code: 'S40', visit: id });
    const last = on.events.at(-1) as CustodyEvent;
    await shop.send('employee', [sealed({ ...last, previous: 'a'.repeat(64) })]);
    expect(await shop.codes(label)).toEqual(['S39 replaced']);
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
  test('stays open if its audit entry cannot be written', async () => {
    const { db } = server.services;
    const labels = await shop.draw(1, await shop.visit());
    const { data } = await shop.give('employee', labels);
    await sql`alter table audit rename to audit_away`.execute(db);
    const { http } = await close(data._id, labels);
    await sql`alter table audit_away rename to audit`.execute(db);
    expect([http, (await shop.tube(labels[0] as string)).state]).toEqual([500, 'handedOver']);
    expect((await close(data._id, labels)).http).toBe(200);
  });

  test('names missing and unknown tubes with few statements (spec 17.4)', async () => {
    const id = await shop.visit();
    const labels = await shop.draw(40, id);
    const { data } = await shop.give('employee', [...labels, labels[0]?.toLowerCase() as string]);
    expect(data).toMatchObject({ taken: labels, left: [] });
    const [gone, ...arrived] = labels as [string, ...string[]];
    const before = statements;
    const closed = await close(data._id, [...arrived.map((label) => label.toLowerCase()), 'XX-9999', 'xx-9999']);
    const asked = statements - before;
    expect(closed.data).toEqual({ expected: 40, scanned: arrived, missing: [gone], unknown: ['XX-9999'] });
    expect(asked / 40).toBeLessThan(13);
    const [record] = (await clientOf(server, 'laboratory', 'handOvers').list({ filter: { id: [data._id] } })).body;
    expect(record).toMatchObject({
      state: 'closed',
      expected: 40,
      scanned: 39,
      missing: 1,
      unknown: 1,
      givenBy: server.ids.employee,
      closedBy: server.ids.laboratory,
    });
    expect([(await shop.tube(gone)).state, (await shop.tube(arrived[0] as string)).state]).toEqual([
      'missing',
      'received',
    ]);
    expect(await shop.codes(gone)).toEqual(['S39', 'S41']);
    expect(await shop.codes(arrived[0] as string, 'laboratory')).toEqual(['S39', 'S41', 'S42']);

    // The notification of admins opens the tube, that of the giver and the drawer opens the hand-over. Each gets one, nobody else any.
    const seen = async (person: Person) =>
      (await server.as(person, 'notifications')).data
        .filter(({ body }: { body: string }) => body.includes(gone))
        .map(({ title, resource, recordId }: Record<string, string>) => [title, resource, recordId]);
    expect(await seen('admin')).toEqual([['Tubes missing', 'drawnTubes', (await shop.tube(gone)).id]]);
    expect(await seen('employee')).toEqual([['Tubes missing', 'handOvers', data._id]]);
    expect([await seen('employee2'), await seen('laboratory')]).toEqual([[], []]);

    // It comes after all: the record of the scan stays, the tube has arrived.
    const late = `/${(await shop.tube(gone)).id}/receiveLate`;
    expect((await clientOf(server, 'laboratory2', 'drawnTubes').send('POST', late, {})).http).toBe(404);
    expect((await clientOf(server, 'laboratory', 'drawnTubes').send('POST', late, {})).body.state).toBe('received');
    expect(await shop.codes(gone)).toEqual(['S39', 'S41', 'S42']);
    const { missing } = (await clientOf(server, 'laboratory', 'handOvers').one(data._id)).body;
    expect(missing).toBe(1);
  });

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

test('refuses changes of rows, and names tampering by npm run custody:verify', async () => {
  const { db, store } = server.services;
  const { events, anchor } = await shop.verify();
  await expect(db.updateTable('custody_events').set({ label: 'X' }).where('id', '=', 2).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(db.deleteFrom('custody_events').where('id', '=', 2).execute()).rejects.toThrow('append-only');
  const way =
    store.kind === 'sqlite'
      ? sql`insert or replace into custody_events select * from custody_events where id = 1`
      : sql`truncate custody_events`;
  await expect(way.execute(db)).rejects.toThrow('append-only');
  expect((await shop.verify(anchor)).broken).toBeUndefined();
  expect((await shop.verify('f'.repeat(64))).broken?.reason).toContain('are gone');

  const { dataDir, databaseUrl } = server.config;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    TOKEN_SECRET: server.config.tokenSecret,
  };
  const run = async () => {
    const child = spawn(process.execPath, ['scripts/custody-verify.ts'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  };
  for (const step of custodySteps(store.kind)) {
    const name = /create trigger (\w+)/.exec(step)?.[1];
    if (name) await sql.raw(`drop trigger ${name}${store.kind === 'postgres' ? ' on custody_events' : ''}`).execute(db);
  }
  // Somebody with the database and not the secret: even with hashes that fit, the anchor does not.
  const [row] = await db
    .selectFrom('custody_events')
    .selectAll()
    .where('device', '!=', 'server')
    .orderBy('id')
    .execute();
  if (!row) throw new Error('There is no event.');
  const { id, device, seq, code, visit, made_at: madeAt, previous } = row;
  const forged = sealed({
    device,
    seq: Number(seq),
    code: code as 'S39',
    label: 'ZZ-0001',
    visit,
    handOver: '',
    madeAt,
    previous,
  });
  const change = { label: 'ZZ-0001', label_key: 'zz-0001', hash: forged.hash };
  await db.updateTable('custody_events').set(change).where('id', '=', id).execute();
  const { code: failed, output } = await run();
  expect(failed).toBe(1);
  expect(output).toContain(`The anchors break at event ${id}`);
  expect(output).toContain(`Device ${device}, event ${seq} (ZZ-0001): replaced.`);
  await db.deleteFrom('custody_events').where('id', '=', events).execute();
  expect((await shop.verify(anchor)).broken?.id).toBe(Number(id));
});
