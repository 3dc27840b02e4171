import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testCollection } from '../../../tests/api/collectionTest.ts';
import {
  emailOf,
  hasPlugin,
  PASSWORD,
  type Person,
  serverForAll,
  serverForTest,
  type TestServer,
} from '../../../tests/api/harness.ts';
import { csv, rowErrorsOf } from '../../../tests/api/importing.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { pdf, VISIT } from '../../../tests/api/samples.ts';
import { clientOf, enterOn } from '../../../tests/api/supplies.ts';

const ORDERS = withOrders();
const ALL = ORDERS.resources ?? [];

describe.each(ALL)('$name', (resource) => {
  testCollection(resource, ALL);
});

describe('order of an appointment', () => {
  const server = serverForAll({}, ORDERS);
  const catalogue: Record<string, string> = {};

  /** An appointment of the first laboratory and the first employee. */
  async function visit(files?: File[]): Promise<string> {
    const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', {
      body: VISIT,
      ...(files && { files: { documents: files } }),
    });
    await server.as('admin', 'assignAppointment', {
      params: { id: data._id },
      body: { employeeId: server.ids.employee },
    });
    return data._id;
  }
  const orderOf = (person: Person, id: string) => server.as(person, 'visitOrder', { params: { id } });
  const gapsOf = async (person: 'admin' | 'employee' | 'laboratory', id: string) =>
    (await server.as(person, `${person}Appointments`, { query: { id } })).data.appointments[0].gaps;
  const add = enterOn(server);

  test('lists no gaps without a catalogue', async () => {
    const id = await visit();
    expect(await gapsOf('admin', id)).toBeUndefined();
    expect((await orderOf('admin', id)).data).toEqual({ order: null, gaps: [], confirmation: null });
  });

  test('plans the fewest tubes in the order of draw, with stated stabilities (spec 17.1)', async () => {
    const kind = { cap: 'gold', additive: 'Gel', drawOrder: 3, volume: 5, minimum: 2 };
    catalogue.serum = (await add('tubeKinds', { ...kind, name: 'Serum' })).id;
    catalogue.edta = (await add('tubeKinds', { ...kind, name: 'EDTA', cap: 'lavender', drawOrder: 5, volume: 4 })).id;
    const names = { lipids: 'serum', iron: 'serum', count: 'edta' } as const;
    for (const [name, tube] of Object.entries(names)) {
      const fastingHours = name === 'lipids' ? 12 : null;
      catalogue[name] = (await add('tests', { name, tubeKind: catalogue[tube], volume: 1, fastingHours })).id;
    }
    await clientOf(server, 'admin', 'tests').list();
    await server.services.activity.flush();
    const [shown] = (await server.as('admin', 'audit')).data.entries.filter(
      ({ operation }: { operation: string }) => operation === 'list',
    );
    expect([shown.resource, shown.details.names.toSorted()]).toEqual(['tests', ['count', 'iron', 'lipids']]);

    const stated = { hours: 6, temperature: 'room', source: 'Directory', statedOn: '2026-01-02' };
    await add('stabilities', { ...stated, test: catalogue.lipids }, 'laboratory');
    await add('stabilities', { ...stated, test: catalogue.count, laboratory: server.ids.laboratory2, hours: 1 });

    const id = await visit();
    expect(await gapsOf('employee', id)).toEqual(['noOrder']);
    await add(
      'testOrders',
      { appointment: id, orderedBy: 'Dr. Osei', tests: [catalogue.count, catalogue.lipids, catalogue.iron] },
      'laboratory',
    );
    expect(await gapsOf('laboratory', id)).toEqual(['fasting']);
    const { order, gaps } = (await orderOf('employee', id)).data;
    expect(gaps).toEqual(['fasting']);
    expect(order.tubes).toEqual([
      expect.objectContaining({
        kind: 'Serum',
        fill: 2,
        tests: ['iron', 'lipids'],
        hours: 6,
        temperature: 'room',
        source: 'Directory',
        statedOn: '2026-01-02',
        unknown: ['iron'],
        // Six hours after 9:30 in New York.
        deadline: '2038-01-15T20:30:00.000Z',
      }),
      // Stabilities of other laboratories do not count.
      expect.objectContaining({ kind: 'EDTA', tests: ['count'], hours: null, deadline: null, unknown: ['count'] }),
    ]);
    const confirm = `/${order._id}/confirmFasting`;
    expect((await clientOf(server, 'employee2', 'testOrders').send('POST', confirm, {})).http).toBe(404);
    expect((await clientOf(server, 'employee', 'testOrders').send('POST', confirm, {})).http).toBe(200);
    expect(await gapsOf('admin', id)).toBeUndefined();
    // The action exists only for unconfirmed orders.
    expect((await clientOf(server, 'laboratory', 'testOrders').send('POST', confirm, {})).http).toBe(409);
  });

  test.runIf(hasPlugin('appointmentImport'))(
    'imports the tests of each visit by name, with the laboratory’s rights',
    async () => {
      const head = 'Patient,Gender,Priority,Status,Date & Time,Tests,Ordered by,Requisition';
      const rowOf = (name: string, tests: string) =>
        `${name},Female,High,Pending,2031-01-01 09:00,${tests},Dr. Chen,R-${name}`;
      const send = (rows: string[], person: 'admin' | 'laboratory' = 'laboratory', body = {}) => {
        const [extra, cell] = person === 'admin' ? [',Laboratory', ',Natera'] : ['', ''];
        const file = csv([`${head}${extra}`, ...rows.map((row) => `${row}${cell}`)].join('\n'));
        return server.as(person, `${person}ImportAppointments`, { files: { file: [file] }, body });
      };
      const refused = await send([rowOf('Ana', 'iron; copper')]);
      expect(rowErrorsOf(refused)).toEqual([[2, 'tests', expect.stringContaining('copper')]]);
      const dry = await send([rowOf('Ana', 'iron'), rowOf('Ben', '')], 'laboratory', { dryRun: true });
      const [first] = dry.data.preview;
      expect(first).toMatchObject({ tests: [catalogue.iron], orderedBy: 'Dr. Chen', requisition: 'R-Ana' });
      for (const person of ['laboratory', 'admin'] as const) {
        const done = await send([rowOf('Ana', 'iron; lipids'), rowOf('Ben', '')], person);
        expect([done.http, done.data.written]).toEqual([200, 2]);
      }
      const imported = await server.services.db
        .selectFrom('appointments')
        .select('id')
        .where('patient_name', '=', 'Ana')
        .orderBy('id')
        .execute();
      expect(imported).toHaveLength(2);
      for (const { id } of imported) {
        const { order } = (await orderOf('admin', id)).data;
        expect([order.requisition, order.tests.map(({ name }: { name: string }) => name).toSorted()]).toEqual([
          'R-Ana',
          ['iron', 'lipids'],
        ]);
      }
    },
  );

  test('shows an order only to the people of its appointment', async () => {
    const id = await visit();
    await add('testOrders', { appointment: id, orderedBy: 'Dr. Osei', tests: [catalogue.iron] });
    for (const person of ['admin', 'employee', 'laboratory'] as const)
      expect((await orderOf(person, id)).data.order.tests).toHaveLength(1);
    for (const person of ['employee2', 'laboratory2'] as const) expect((await orderOf(person, id)).http).toBe(404);
    const refused = await clientOf(server, 'laboratory2', 'testOrders').create({ appointment: id });
    expect(refused.http).toBe(400);
    // One order for each appointment, also for concurrent requests.
    const again = await clientOf(server, 'laboratory', 'testOrders').create({ appointment: id });
    expect([again.http, Object.keys(again.body.data.errors)]).toEqual([409, ['appointment']]);
  });

  test('reports a required document as missing until it is attached (spec 17.2)', async () => {
    const order = { orderedBy: 'Dr. Osei', tests: [catalogue.iron], documentNeeded: true };
    const [without, with_] = [await visit(), await visit([pdf('Requisition')])];
    for (const appointment of [without, with_]) await add('testOrders', { ...order, appointment });
    expect(await gapsOf('admin', without)).toEqual(['document']);
    expect(await gapsOf('admin', with_)).toBeUndefined();
    await server.as('admin', 'updateAppointment', { params: { id: without }, body: { status: 'Completed' } });
    expect(await gapsOf('admin', without)).toBeUndefined();
  });

  test('allows one stability per test, only of the own laboratory', async () => {
    const stated = { test: catalogue.iron, hours: 2, temperature: 'room', source: 'Page 4', statedOn: '2026-01-02' };
    const mine = await add('stabilities', { ...stated, laboratory: server.ids.laboratory2 }, 'laboratory');
    expect((await clientOf(server, 'laboratory2', 'stabilities').one(mine.id)).http).toBe(404);
    const again = await clientOf(server, 'laboratory', 'stabilities').create(stated);
    expect([again.http, again.body.data.errors.test]).toEqual([409, 'Page 4 has these values already.']);
    await add('stabilities', stated, 'laboratory2');
    expect((await clientOf(server, 'laboratory', 'tests').create({ name: 'Mine' })).http).toBe(403);
  });

  test('binds a label to one tube; repeats are ignored, other tubes rejected (spec 17.3)', async () => {
    const id = await visit();
    const draw = (body: object, visited = id, person: Person = 'employee') =>
      server.as(person, 'reportVisit', {
        params: { id: visited },
        body: { key: randomUUID(), kind: 'tube', label: 'TB-0001', tube: catalogue.serum, ...body },
      });
    const drawn = async () => {
      const { order } = (await orderOf('laboratory', id)).data;
      return order.drawn.map(({ label, kindId }: { label: string; kindId: string }) => [label, kindId]);
    };
    expect((await draw({})).message).toBe('There is no order for this appointment.');
    await add('testOrders', { appointment: id, orderedBy: 'Dr. Osei', tests: [catalogue.iron, catalogue.count] });
    const first = { key: randomUUID(), madeAt: '2038-01-15T14:40:00Z' };
    expect((await draw({ ...first, label: '' })).data.errors).toHaveProperty('label');
    expect((await draw({ ...first, label: 'a b' })).data.errors).toHaveProperty('label');
    expect((await draw({ ...first, tube: 'none' })).data.errors).toHaveProperty('tube');
    // Retries of lost replies create one tube.
    for (const http of [200, 200]) expect((await draw(first)).http).toBe(http);
    expect(await drawn()).toEqual([['TB-0001', catalogue.serum]]);
    const [tube] = (await clientOf(server, 'admin', 'drawnTubes').list({ filter: { state: 'drawn' } })).body;
    expect(tube).toMatchObject({ state: 'drawn', version: 1 });
    // Rejected for another tube, in any case, also for concurrent requests.
    expect((await draw({ label: 'tb-0001', tube: catalogue.edta })).message).toBe(
      'The label tb-0001 is on another tube.',
    );
    const pair = await Promise.all([draw({ label: 'TB-0002' }), draw({ label: 'TB-0002', tube: catalogue.edta })]);
    expect(pair.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect(await drawn()).toHaveLength(2);
    expect((await draw({ label: 'TB-0003' }, id, 'employee2')).http).toBe(404);
    // Rejected requests left no report.
    const reports = (await server.as('admin', 'visitReports', { params: { id } })).data;
    expect(reports.map(({ kind, note }: Record<string, string>) => `${kind} ${note}`).toSorted()).toEqual([
      'tube TB-0001',
      'tube TB-0002',
    ]);
    // Tubes do not change the state of the visit.
    await server.as('employee', 'reportVisit', { params: { id }, body: { key: randomUUID(), kind: 'started' } });
    await draw({ label: 'TB-0004' });
    const { data } = await server.as('admin', 'adminAppointments', { query: { id } });
    expect(data.appointments[0].visitState).toBe('started');
  });

  test('keeps the tests and deadline of a drawn tube', async () => {
    const id = await visit();
    const tubeKind = catalogue.serum;
    const stated = (await add('tests', { name: 'Stated', tubeKind, volume: 1 })).id;
    const open = (await add('tests', { name: 'Open', tubeKind, volume: 1 })).id;
    const word = { hours: 6, temperature: 'room', source: 'Directory', statedOn: '2026-01-02' };
    await add('stabilities', { ...word, test: stated }, 'laboratory');
    const asked = [catalogue.count, stated, open];
    const order = await add('testOrders', { appointment: id, orderedBy: 'Dr. Osei', tests: asked });
    const draw = (label: string, tube?: string) =>
      server.as('employee', 'reportVisit', {
        params: { id },
        body: { key: randomUUID(), kind: 'tube', label, tube, madeAt: '2099-01-01T00:00:00Z' },
      });
    for (const [label, kind] of [
      ['KP-0001', 'serum'],
      ['KP-0002', 'edta'],
    ] as const)
      expect((await draw(label, catalogue[kind])).http).toBe(200);
    const { body: tubes } = await clientOf(server, 'laboratory', 'drawnTubes').list({
      filter: { testOrder: order.id },
    });
    const found = (label: string) => tubes.find((one: Record<string, unknown>) => one.label === label);
    const { drawnAt, keepsUntil, ...serum } = found('KP-0001');
    expect(serum).toMatchObject({ tests: [open, stated], unstated: [open] });
    expect(Date.parse(keepsUntil) - Date.parse(drawnAt)).toBe(6 * 3_600_000);
    // Another laboratory's stability is unknown here.
    expect(found('KP-0002')).toMatchObject({ tests: [catalogue.count], unstated: [catalogue.count], keepsUntil: null });
    // Correcting the time corrects the deadline: six elapsed hours across a clock change.
    const drawn = clientOf(server, 'admin', 'drawnTubes');
    const corrected = await drawn.update(serum.id, { drawnAt: '2038-03-14T05:30:00.000Z' });
    expect(corrected.body.keepsUntil).toBe('2038-03-14T11:30:00.000Z');
  });

  test('refuses to delete or move an order with drawn tubes', async () => {
    const [id, other] = [await visit(), await visit()];
    const order = await add('testOrders', { appointment: id, orderedBy: 'Dr. Osei', tests: [catalogue.iron] });
    const body = { key: randomUUID(), kind: 'tube', label: 'ST-0001', tube: catalogue.serum } as const;
    expect((await server.as('employee', 'reportVisit', { params: { id }, body })).http).toBe(200);
    const [tube] = (await clientOf(server, 'admin', 'drawnTubes').list({ filter: { testOrder: order.id } })).body;
    for (const person of ['laboratory', 'admin'] as const) {
      const orders = clientOf(server, person, 'testOrders');
      for (const { http, body } of [
        await orders.remove(order.id),
        await orders.update(order.id, { appointment: other }),
      ])
        expect([http, body.message]).toEqual([409, expect.stringContaining('Tubes of this order are drawn')]);
      // Tests may still be added.
      const more = await orders.update(order.id, { appointment: id, tests: [catalogue.iron, catalogue.count] });
      expect([more.http, more.body.tests]).toEqual([200, [catalogue.iron, catalogue.count].toSorted()]);
    }
    expect((await clientOf(server, 'laboratory', 'drawnTubes').one(tube.id)).body.label).toBe('ST-0001');
    // An admin may delete a mistaken label, and then the order.
    expect((await clientOf(server, 'admin', 'drawnTubes').remove(tube.id)).http).toBe(200);
    expect((await clientOf(server, 'laboratory', 'testOrders').remove(order.id)).http).toBe(200);
  });

  test.each(['1558-6', '4548-4', '57021-8', '718-7'])('accepts %s as a LOINC code', async (code) => {
    await add('tests', { name: code, loinc: code, tubeKind: catalogue.serum, volume: 1 });
  });
  test.each(['1558-7', '15586', 'x-1', '12345678-9'])('refuses %s as a LOINC code', async (loinc) => {
    const values = { name: loinc, loinc, tubeKind: catalogue.serum, volume: 1 };
    const { http, body } = await clientOf(server, 'admin', 'tests').create(values);
    expect([http, Object.keys(body.data.errors)]).toEqual([400, ['loinc']]);
  });

  test('creates appointment and order together, with the caller’s rights (spec 17.11)', async () => {
    const many = (ids: (string | undefined)[]) => Object.fromEntries(ids.map((id, at) => [`tests[${at}]`, id]));
    // As OpenAPI encodes lists in forms; the portal sends tests[0] and so on.
    const tests = JSON.stringify([catalogue.count, catalogue.lipids]);
    const asked = { tests, orderedBy: 'Dr. Osei', requisition: 'RQ-7' };
    const booked = await server.as('laboratory', 'laboratoryCreateAppointment', { body: { ...VISIT, ...asked } });
    expect((await orderOf('laboratory', booked.data._id)).data).toMatchObject({
      order: {
        requisition: 'RQ-7',
        orderedBy: 'Dr. Osei',
        tests: [
          { _id: catalogue.count, name: 'count' },
          { _id: catalogue.lipids, name: 'lipids' },
        ],
      },
      gaps: ['fasting'],
    });
    const { entries } = (await server.as('admin', 'audit', { query: { operation: 'create', resource: 'testOrders' } }))
      .data;
    expect(entries[0]).toMatchObject({ name: expect.any(String), role: 'laboratory' });

    const admins = { ...VISIT, employeeId: server.ids.employee, labortary: 'Quest' };
    const parties = { laboratoryId: server.ids.laboratory, confirmed: 'true' };
    const theirs = { ...admins, ...parties, orderedBy: 'Dr. Osei' };
    const added = await server.as('admin', 'adminCreateAppointment', { body: theirs });
    expect((await orderOf('admin', added.data._id)).data.gaps).toEqual(['incomplete']);

    const total = async () => (await server.as('laboratory', 'laboratoryAppointments')).data.total;
    const before = await total();
    for (const [wrong, field] of [
      [many(['nowhere']), 'tests'],
      [many(Array.from({ length: 41 }, () => catalogue.count)), 'tests'],
      [{ orderedBy: 'x'.repeat(121) }, 'orderedBy'],
      [{ requisition: 'x'.repeat(65) }, 'requisition'],
    ] as const) {
      const refused = await server.as('laboratory', 'laboratoryCreateAppointment', {
        body: { ...VISIT, ...asked, ...wrong },
      });
      expect([field, refused.http, Object.keys(refused.data.errors)]).toEqual([field, 400, [field]]);
    }
    expect(await total()).toBe(before);
    const none = await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT });
    expect((await orderOf('laboratory', none.data._id)).data.order).toBeNull();
  });

  test('lists orders among the features at sign-in, if the server has them', async () => {
    const bare = await serverForTest();
    const features = async (of: TestServer) => {
      const { data } = await of.call('signIn', { body: { email: emailOf('admin'), password: PASSWORD } });
      return data?.features as string[] | undefined;
    };
    expect([await features(server), await features(bare)].map((all) => all?.includes('orders'))).toEqual([true, false]);
    const body = { ...VISIT, 'tests[0]': catalogue.iron };
    const refused = await bare.as('laboratory', 'laboratoryCreateAppointment', { body });
    expect([refused.http, Object.keys(refused.data.errors)]).toEqual([400, ['tests']]);
  });
});
